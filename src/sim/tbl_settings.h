/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/tbl_settings.h - the settings of a simulated OLT, once.
 *
 * Included with SETTING defined to what is wanted of each line:
 *
 *	SETTING(name, kind, field, is_fixed, low, high, initial, argument, help)
 *
 * field is inside struct olt_spec; is_fixed: not for an OLT that runs; initial
 * NULL: a list of marks (then low is their kind and high says whether an amount
 * follows: 1 a number of rows or octets, 2 a time).
 */
SETTING("profile", TEXT, profile, true, 0, 0, "", "NAME",
    "Profile or brand the OLT is an example of.")
SETTING("snmprec", TEXT, snmprec, true, 0, 0, "", "FILE",
    "Serve this recording instead of a profile.")
SETTING("tech", TEXT, technology, true, 0, 0, "", "TEXT",
    "PON technology whose tables have rows (default: the profile's first).")
SETTING("community", TEXT, community, true, 0, 0, "public", "TEXT",
    "The community it answers to; any other is silence. Default public.")
SETTING("name", TEXT, name, true, 0, 0, "", "NAME",
    "What sysName says (default: sim-NUMBER).")
SETTING("count", COUNT, count, true, 1, 65535, "1", "N", "How many OLTs like this.")
SETTING("ports", COUNT, ports, true, 1, 4096, "16", "N", "PON ports. Default 16.")
SETTING("onus", COUNT, onus, true, 0, 4096, "64", "N", "ONUs on each port. Default 64.")
SETTING("autofind", COUNT, autofind, true, 0, 1000, "2", "N",
    "ONUs that wait to be configured. Default 2.")
SETTING("seed", COUNT, seed, true, 0, UINT32_MAX, "1", "N",
    "The same seed gives the same serials, levels and states. Default 1.")
SETTING("static", FLAG, behaviour.is_static, false, 0, 0, "0", NULL,
    "Nothing lives: values never change and dates are fixed.")
SETTING("churn", PERCENT, behaviour.churn_pct, false, 0, 6000, "1", "PERCENT",
    "Percent of the ONUs that go down (and come back) in an hour. Default 1.")
SETTING("offline", PERCENT, behaviour.offline_pct, false, 0, 100, "5", "PERCENT",
    "Percent of the ONUs that are down for good. Default 5.")
SETTING("latency", DURATION, behaviour.latency_us, false, 0, 600e6, "0", "TIME",
    "Time to answer a request.")
SETTING("jitter", DURATION, behaviour.jitter_us, false, 0, 600e6, "0", "TIME",
    "Up to this much more, at random.")
SETTING("loss", PERCENT, behaviour.loss_pct, false, 0, 100, "0", "PERCENT",
    "Percent of datagrams lost, each way.")
SETTING("duplicate", PERCENT, behaviour.duplicate_pct, false, 0, 100, "0", "PERCENT",
    "Percent of answers sent twice.")
SETTING("reorder", PERCENT, behaviour.reorder_pct, false, 0, 100, "0", "PERCENT",
    "Percent of answers held back so that later ones overtake them.")
SETTING("wrong_id", PERCENT, behaviour.wrong_id_pct, false, 0, 100, "0", "PERCENT",
    "Percent of answers with another request's id.")
SETTING("truncate", PERCENT, behaviour.truncate_pct, false, 0, 100, "0", "PERCENT",
    "Percent of answers cut in the middle.")
SETTING("garbage", PERCENT, behaviour.garbage_pct, false, 0, 100, "0", "PERCENT",
    "Percent of answers that are random octets.")
SETTING("clones", COUNT, behaviour.clones, false, 0, 65535, "0", "N",
    "The first N ONUs all have the serial of the first one (0: none).")
SETTING(
    "silent", FLAG, behaviour.is_silent, false, 0, 0, "0", NULL, "No answer to anything.")
SETTING("die_after", COUNT, behaviour.die_after, false, 0, UINT32_MAX, "0", "N",
    "No answer after this many requests (0: never).")
SETTING("max_bytes", COUNT, behaviour.max_bytes, false, 484, 65507, "8192", "N",
    "Largest answer; a GETBULK is cut to fit, a GET is tooBig. Default 8192.")
SETTING("toobig", COUNT, behaviour.too_big_bytes, false, 0, 65507, "0", "N",
    "Answer tooBig, GETBULK too, above this many bytes (0: never).")
SETTING("max_repetitions", COUNT, behaviour.max_repetitions, false, 0, 65535, "0", "N",
    "At most this many repetitions are answered (0: no limit).")
SETTING("max_repetitions_silent", COUNT, behaviour.max_repetitions_silent, false, 0,
    65535, "0", "N", "No answer at all when more are asked for (0: no limit).")
SETTING("cpu", CPU, behaviour.cpu, false, 0, 0, "0", "KNEE[:PER_VARBIND[:LIMIT]]",
    "Answers slow down when more than KNEE requests are in the device; 4:50us:80.")
SETTING("slow", MARK, behaviour.marks, false, MARK_SLOW, 2, NULL, "OID:TIME",
    "Each varbind below OID takes this long.")
SETTING("missing", MARK, behaviour.marks, false, MARK_MISSING, 0, NULL, "OID",
    "What is below OID is noSuchObject, and no walk finds it.")
SETTING("generr", MARK, behaviour.marks, false, MARK_GENERR, 0, NULL, "OID",
    "Reading what is below OID is answered with genErr.")
SETTING("wrong_type", MARK, behaviour.marks, false, MARK_WRONG_TYPE, 0, NULL, "OID",
    "Numbers come as text and text as numbers.")
SETTING("foreign", MARK, behaviour.marks, false, MARK_FOREIGN, 0, NULL, "OID",
    "Its rows are answered under another subtree's OID.")
SETTING("repeat", MARK, behaviour.marks, false, MARK_REPEAT, 1, NULL, "OID:N",
    "A walk gets the N-th row below OID again and again.")
SETTING("loop", MARK, behaviour.marks, false, MARK_LOOP, 1, NULL, "OID:N",
    "After N rows below OID a walk starts over.")
SETTING("endless", MARK, behaviour.marks, false, MARK_ENDLESS, 0, NULL, "OID",
    "A walk below OID never ends: more and more ONUs follow the last one.")
SETTING("giant", MARK, behaviour.marks, false, MARK_GIANT, 1, NULL, "OID:N",
    "Texts below OID are N octets long.")
