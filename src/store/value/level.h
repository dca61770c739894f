/* SPDX-License-Identifier: Apache-2.0
 *
 * store/value/level.h - the level of an ONU in SQL, by the limits that are in force, for the
 * files of store/. service/levels.c judges single readings by the same rule; a test
 * compares the two.
 *
 * The expressions are about `onus o` and its row of `onu_numbers n`, which may be missing.
 */
#ifndef FACHO_STORE_VALUE_LEVEL_H
#define FACHO_STORE_VALUE_LEVEL_H

#include "model/level.h"

#define LEVEL_TEXT_OF(x) #x
#define LEVEL_TEXT(x) LEVEL_TEXT_OF(x)

/* A setting, or its default. Both databases ask for it once a statement. */
#define LEVEL_SETTING(key, usual)                                         \
	"COALESCE((SELECT CAST(value AS DOUBLE PRECISION) FROM settings " \
	"WHERE key = '" key "'), " LEVEL_TEXT(usual) ")"

#define ONU_RX_HIGH LEVEL_SETTING("onu_rx.high", LEVEL_ONU_RX_HIGH)
#define ONU_RX_WARN LEVEL_SETTING("onu_rx.warn", LEVEL_ONU_RX_WARN)
#define ONU_RX_BAD LEVEL_SETTING("onu_rx.bad", LEVEL_ONU_RX_BAD)
#define OLT_RX_HIGH LEVEL_SETTING("olt_rx.high", LEVEL_OLT_RX_HIGH)
#define OLT_RX_WARN LEVEL_SETTING("olt_rx.warn", LEVEL_OLT_RX_WARN)
#define OLT_RX_BAD LEVEL_SETTING("olt_rx.bad", LEVEL_OLT_RX_BAD)

/* What an ONU that is gone or offline said last is from before. */
#define LEVEL_COUNTS \
	"o.is_present = 1 AND (o.run_state IS NULL OR o.run_state IN ('online', ''))"

#define LEVEL_IS_BRIGHT \
	"(n.onu_rx_dbm >= " ONU_RX_HIGH " OR n.olt_rx_dbm >= " OLT_RX_HIGH ")"
#define LEVEL_IS_DARK "(n.onu_rx_dbm < " ONU_RX_BAD " OR n.olt_rx_dbm < " OLT_RX_BAD ")"
#define LEVEL_IS_WEAK "(n.onu_rx_dbm < " ONU_RX_WARN " OR n.olt_rx_dbm < " OLT_RX_WARN ")"

/* 'good', 'warn', 'bad', 'none' (it tells no level); NULL: it is not judged. */
#define LEVEL_SQL                                                         \
	"CASE WHEN NOT (" LEVEL_COUNTS ") THEN NULL "                     \
	"WHEN n.onu_rx_dbm IS NULL AND n.olt_rx_dbm IS NULL THEN 'none' " \
	"WHEN " LEVEL_IS_DARK " OR " LEVEL_IS_BRIGHT " THEN 'bad' "       \
	"WHEN " LEVEL_IS_WEAK " THEN 'warn' ELSE 'good' END"

/* How many dB of one direction are left until it is bad, either way. */
#define LEVEL_ROOM(value, bad, high)                                                  \
	"(CASE WHEN " value " - " bad " < " high " - " value " THEN " value " - " bad \
	" ELSE " high " - " value " END)"
#define LEVEL_ROOM_ONU LEVEL_ROOM("n.onu_rx_dbm", ONU_RX_BAD, ONU_RX_HIGH)
#define LEVEL_ROOM_OLT LEVEL_ROOM("n.olt_rx_dbm", OLT_RX_BAD, OLT_RX_HIGH)

/* Of the worse direction; below zero it is bad. NULL: it is not judged, or tells none. */
#define LEVEL_MARGIN_SQL                                                     \
	"CASE WHEN NOT (" LEVEL_COUNTS ") THEN NULL "                        \
	"WHEN n.olt_rx_dbm IS NULL THEN " LEVEL_ROOM_ONU " "                 \
	"WHEN n.onu_rx_dbm IS NULL THEN " LEVEL_ROOM_OLT " "                 \
	"WHEN " LEVEL_ROOM_ONU " <= " LEVEL_ROOM_OLT " THEN " LEVEL_ROOM_ONU \
	" ELSE " LEVEL_ROOM_OLT " END"

/* `onu_light x`: it got worse within 7 or 30 days. */
#define LEVEL_WORSE LEVEL_SETTING("light.worse", LEVEL_WORSE_DB)
#define LEVEL_IS_WORSE(days) \
	"(" LEVEL_COUNTS " AND x.change_" #days "d_db <= -" LEVEL_WORSE ")"

#endif
