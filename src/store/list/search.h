/* SPDX-License-Identifier: Apache-2.0
 *
 * store/list/search.h - one box over every ONU: serial, MAC, subscriber, description,
 * name and position; whole, from its beginning, or any part.
 *
 * Hits are ranked: whole fields first, then beginnings, then parts; those that are
 * present before those that are not. A whole serial, MAC or position is found alone:
 * that is who was meant. Case and accents do not count, and words may come in any order. A
 * MAC, a serial and a position may be written as any vendor does: 4c1f-cc00-1122,
 * 4857544312AB000F, gpon-onu_0/1/0:11, 0/1/0/11. Words of the OLT's name narrow what
 * the others find, and the address of an OLT finds its ONUs. A text of fewer than
 * three characters finds whole fields and beginnings of serials, MACs and subscribers
 * only.
 *
 * Looks at SEARCH_CANDIDATES rows of each kind at most, so that a text that fits a
 * million ONUs costs no more than one that fits a few hundred.
 */
#ifndef FACHO_STORE_LIST_SEARCH_H
#define FACHO_STORE_LIST_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "model/ids.h"

struct db;

enum { SEARCH_CANDIDATES = 300, SEARCH_TEXT_MAX = 128 };

enum search_rank {
	SEARCH_WHOLE,
	SEARCH_BEGINNING,
	SEARCH_PART,
};

struct onu_hit {
	struct onu_id onu;
	struct olt_id olt;
	enum search_rank rank;
	bool is_present;
	bool
	    is_silent; /* its OLT is disabled, suspended or not answering: the states are old */
	const char *olt_name; /* texts are never NULL */
	const char *place;
	const char *serial;
	const char *mac;
	const char *subscriber;
	const char *description;
	const char *name;
	const char *run_state;
	const char *run_label;
	const char *cause_state;
	const char *cause_label;
	const char *admin_state;
	int64_t last_seen_ms; /* moments are 0 where there is none */
	int64_t since_ms; /* of its run state */
	bool olt_is_off, olt_is_suspended, olt_is_not_answering;
	int64_t olt_answer_ms;
};

struct onu_hits {
	size_t n;
	const struct onu_hit *hits; /* in the arena, best first */
	bool has_more; /* than were asked for, or looked at */
};

/* Blanks around text do not count; an empty one finds nothing. RC_INVALID: longer
 * than SEARCH_TEXT_MAX. ONUs of deleted OLTs are not found. */
enum rc store_onu_search(struct db *db, const char *text, size_t limit,
    struct arena *arena, struct onu_hits *ret, struct err *err) MUST_CHECK;

#endif
