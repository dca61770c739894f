/* SPDX-License-Identifier: Apache-2.0
 *
 * model/level.h - when light is too little or too much, in dBm, unless somebody has set
 * another limit (service/settings.c has the settings, store/value/level.h reads them).
 *
 * An ONU has two levels: what it receives (onu_rx) and what the OLT receives of it
 * (olt_rx). It is as good as the worse of both.
 */
#ifndef FACHO_MODEL_LEVEL_H
#define FACHO_MODEL_LEVEL_H

/* Below bad, or from high on: bad. Otherwise below warn: a warning. */
#define LEVEL_ONU_RX_HIGH (-8)
#define LEVEL_ONU_RX_WARN (-25)
#define LEVEL_ONU_RX_BAD (-27)
#define LEVEL_OLT_RX_HIGH (-8)
#define LEVEL_OLT_RX_WARN (-28)
#define LEVEL_OLT_RX_BAD (-30)

/* By so many dB, or more, an ONU has got worse. */
#define LEVEL_WORSE_DB 2

#endif
