/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/tbl_settings.h - the table of settings of a simulated OLT.
 *
 * Include it with SETTING defined as needed:
 *
 *	SETTING(name, kind, field, is_fixed, low, high, initial, argument, help)
 *
 * field is a member of struct olt_spec; is_fixed: cannot change while the OLT runs;
 * initial NULL: a list of marks (then low is their kind and high is the type of an
 * amount: 1 a number of rows or octets, 2 a time).
 */
SETTING("profile", TEXT, profile, true, 0, 0, "", "NAME",
    "Profile or brand that the OLT simulates.")
SETTING("snmprec", TEXT, snmprec, true, 0, 0, "", "FILE",
    "Serve this recording instead of a profile.")
SETTING("tech", TEXT, technology, true, 0, 0, "", "TEXT",
    "PON technology whose tables have rows (default: the profile's first).")
SETTING("community", TEXT, community, true, 0, 0, "public", "TEXT",
    "The accepted community; requests with another one are not answered. "
    "Default public.")
SETTING(
    "name", TEXT, name, true, 0, 0, "", "NAME", "Value of sysName (default: sim-NUMBER).")
SETTING("count", COUNT, count, true, 1, 65535, "1", "N", "Number of OLTs like this.")
SETTING("ports", COUNT, ports, true, 1, 4096, "16", "N", "PON ports. Default 16.")
SETTING("onus", COUNT, onus, true, 0, 4096, "64", "N", "ONUs on each port. Default 64.")
SETTING(
    "autofind", COUNT, autofind, true, 0, 1000, "2", "N", "Unconfigured ONUs. Default 2.")
SETTING("seed", COUNT, seed, true, 0, UINT32_MAX, "1", "N",
    "The same seed gives the same serials, levels and states. Default 1.")
SETTING("static", FLAG, behaviour.is_static, false, 0, 0, "0", NULL,
    "Values never change and dates are fixed.")
SETTING("churn", PERCENT, behaviour.churn_pct, false, 0, 6000, "1", "PERCENT",
    "Percent of the ONUs that go down (and come back) in an hour. Default 1.")
SETTING("offline", PERCENT, behaviour.offline_pct, false, 0, 100, "5", "PERCENT",
    "Percent of the ONUs that are always down. Default 5.")
SETTING("box_onus", COUNT, outside.box_onus, true, 1, 4096, "8", "N",
    "ONUs of a box (the last splitter). Default 8.")
SETTING("trunk_ports", COUNT, outside.trunk_ports, true, 1, 4096, "4", "N",
    "Ports whose fibres are in one trunk cable. Default 4.")
SETTING("zone_ports", COUNT, outside.zone_ports, true, 1, 4096, "3", "N",
    "Ports that a power zone reaches. Default 3.")
SETTING("zone_boxes", COUNT, outside.zone_boxes, true, 0, 4096, "4", "N",
    "Boxes of each of these ports that are in the zone (0: all). Default 4.")
SETTING("mute", PERCENT, behaviour.habits.mute_pct, false, 0, 100, "25", "PERCENT",
    "Percent of the ONUs whose model never sends a dying gasp. Default 25.")
SETTING("ups", PERCENT, behaviour.habits.ups_pct, false, 0, 100, "3", "PERCENT",
    "Percent of the ONUs that have power during a power cut. Default 3.")
SETTING("gasp", PERCENT, behaviour.habits.gasp_pct, false, 0, 100, "95", "PERCENT",
    "Percent of the dying gasps of a power cut that arrive. Default 95.")
SETTING("cause_late", DURATION, behaviour.habits.cause_late_us, false, 0, 600e6, "0",
    "TIME", "The cause is known so long after an ONU went down.")
SETTING("no_times", FLAG, behaviour.habits.hides_times, false, 0, 0, "0", NULL,
    "The OLT has no times of last up and last down.")
SETTING("latency", DURATION, behaviour.latency_us, false, 0, 600e6, "0", "TIME",
    "Time to answer a request.")
SETTING("jitter", DURATION, behaviour.jitter_us, false, 0, 600e6, "0", "TIME",
    "Maximum additional random time.")
SETTING("loss", PERCENT, behaviour.loss_pct, false, 0, 100, "0", "PERCENT",
    "Percent of datagrams lost, each way.")
SETTING("duplicate", PERCENT, behaviour.duplicate_pct, false, 0, 100, "0", "PERCENT",
    "Percent of answers sent twice.")
SETTING("reorder", PERCENT, behaviour.reorder_pct, false, 0, 100, "0", "PERCENT",
    "Percent of answers delayed so that later ones arrive first.")
SETTING("wrong_id", PERCENT, behaviour.wrong_id_pct, false, 0, 100, "0", "PERCENT",
    "Percent of answers with the id of another request.")
SETTING("truncate", PERCENT, behaviour.truncate_pct, false, 0, 100, "0", "PERCENT",
    "Percent of answers that are truncated.")
SETTING("garbage", PERCENT, behaviour.garbage_pct, false, 0, 100, "0", "PERCENT",
    "Percent of answers that are random octets.")
SETTING("clones", COUNT, behaviour.clones, false, 0, 65535, "0", "N",
    "The first N ONUs all have the serial of the first one (0: none).")
SETTING("silent", FLAG, behaviour.is_silent, false, 0, 0, "0", NULL, "Answer nothing.")
SETTING("die_after", COUNT, behaviour.die_after, false, 0, UINT32_MAX, "0", "N",
    "No answer after this many requests (0: never).")
SETTING("max_bytes", COUNT, behaviour.max_bytes, false, 484, 65507, "8192", "N",
    "Maximum answer size; a GETBULK is shortened, a GET is answered with "
    "tooBig. Default 8192.")
SETTING("toobig", COUNT, behaviour.too_big_bytes, false, 0, 65507, "0", "N",
    "Answer tooBig, also to GETBULK, above this size in bytes (0: never).")
SETTING("max_repetitions", COUNT, behaviour.max_repetitions, false, 0, 65535, "0", "N",
    "Maximum number of repetitions in an answer (0: no limit).")
SETTING("max_repetitions_silent", COUNT, behaviour.max_repetitions_silent, false, 0,
    65535, "0", "N", "Do not answer requests with more repetitions (0: no limit).")
SETTING("cpu", CPU, behaviour.cpu, false, 0, 0, "0", "KNEE[:PER_VARBIND[:LIMIT]]",
    "Answer slower if the device has more than KNEE requests at the same "
    "time; like 4:50us:80.")
SETTING("slow", MARK, behaviour.marks, false, MARK_SLOW, 2, NULL, "OID:TIME",
    "Each varbind below OID takes this time.")
SETTING("missing", MARK, behaviour.marks, false, MARK_MISSING, 0, NULL, "OID",
    "Objects below OID are noSuchObject and not found by walks.")
SETTING("generr", MARK, behaviour.marks, false, MARK_GENERR, 0, NULL, "OID",
    "Requests of objects below OID are answered with genErr.")
SETTING("wrong_type", MARK, behaviour.marks, false, MARK_WRONG_TYPE, 0, NULL, "OID",
    "Numbers are sent as text and text as numbers.")
SETTING("foreign", MARK, behaviour.marks, false, MARK_FOREIGN, 0, NULL, "OID",
    "Rows below OID are answered with the OID of another subtree.")
SETTING("repeat", MARK, behaviour.marks, false, MARK_REPEAT, 1, NULL, "OID:N",
    "A walk gets the N-th row below OID again and again.")
SETTING("loop", MARK, behaviour.marks, false, MARK_LOOP, 1, NULL, "OID:N",
    "After N rows below OID a walk starts again.")
SETTING("endless", MARK, behaviour.marks, false, MARK_ENDLESS, 0, NULL, "OID",
    "A walk below OID never ends: there are always more ONUs.")
SETTING("giant", MARK, behaviour.marks, false, MARK_GIANT, 1, NULL, "OID:N",
    "Texts below OID are N octets long.")
