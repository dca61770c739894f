/* SPDX-License-Identifier: Apache-2.0
 *
 * model/level.h - default limits of optical levels in dBm (service/settings.c has the
 * settings, store/value/level.h reads them).
 *
 * An ONU has two levels: what it receives (onu_rx) and what the OLT receives from it
 * (olt_rx). The worse of both counts.
 */
#ifndef FACHO_MODEL_LEVEL_H
#define FACHO_MODEL_LEVEL_H

/* Below bad, or high and above: bad. Otherwise, below warn: a warning. */
#define LEVEL_ONU_RX_HIGH (-8)
#define LEVEL_ONU_RX_WARN (-25)
#define LEVEL_ONU_RX_BAD (-27)
#define LEVEL_OLT_RX_HIGH (-8)
#define LEVEL_OLT_RX_WARN (-28)
#define LEVEL_OLT_RX_BAD (-30)

/* The level of an ONU has fallen if the loss is at least this many dB. */
#define LEVEL_WORSE_DB 2

#endif
