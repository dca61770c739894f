/* SPDX-License-Identifier: Apache-2.0
 *
 * Three questions, each along an index and cut off at a number of candidates: whole
 * fields, beginnings, parts. What comes is ranked here and not in SQL, because only
 * then does the database have no reason to look at more than the candidates.
 *
 * A pattern has no escapes (SQLite's trigram index does not take them): characters
 * that LIKE gives a meaning to become "_", and what comes is looked at again.
 */
#include "store/search.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/map.h"
#include "base/vec.h"
#include "store/db/db.h"
#include "store/tx.h"

enum { TRIGRAM = 3, MAC_DIGITS = 12, MAC_TEXT = 18 };

#define HIT_COLUMNS                                                                      \
	"o.id, o.olt_id, o.is_present, l.name, o.place, o.serial, o.mac, o.subscriber, " \
	"o.description, o.name, o.run_state, o.cause_state, "                            \
	"CASE WHEN l.enabled = 0 OR l.suspended_ms IS NOT NULL THEN 1 ELSE 0 END"
#define HIT_TABLES "onus o JOIN olts l ON l.id = o.olt_id AND l.deleted_ms IS NULL"

struct searching {
	struct db *db;
	struct arena *arena;
	char text[SEARCH_TEXT_MAX + 1]; /* trimmed */
	char upper[SEARCH_TEXT_MAX + 1];
	char lower[SEARCH_TEXT_MAX + 1];
	char mac[MAC_TEXT]; /* as MACs are kept; "" when it cannot be one */
	struct map *seen; /* ids of hits */
	struct vec hits;
	size_t limit;
	bool has_more;
	struct err *err;
};

/* ---- the text ---------------------------------------------------------------------- */

static void
map_case(const char *text, char *ret, int (*to)(int))
{
	size_t i = 0;

	for (; text[i]; i++)
		ret[i] = (char)to((unsigned char)text[i]);
	ret[i] = '\0';
}

/* Twelve hexadecimal digits, in lower case, with anything usual between them. */
static void
read_mac(const char *text, char mac[MAC_TEXT])
{
	char digits[MAC_DIGITS + 1] = "";
	size_t n = 0;

	mac[0] = '\0';
	for (; *text; text++) {
		if (strchr(":-. ", *text))
			continue;
		if (!isxdigit((unsigned char)*text) || n == MAC_DIGITS)
			return;
		digits[n++] = *text;
	}
	if (n == MAC_DIGITS)
		(void)snprintf(mac, MAC_TEXT, "%.2s:%.2s:%.2s:%.2s:%.2s:%.2s", digits,
		    digits + 2, digits + 4, digits + 6, digits + 8, digits + 10);
}

static enum rc
read_text(struct searching *x, const char *text)
{
	size_t n;

	while (isspace((unsigned char)*text))
		text++;
	n = strlen(text);
	while (n && isspace((unsigned char)text[n - 1]))
		n--;
	if (n > SEARCH_TEXT_MAX)
		return err_set(x->err, RC_INVALID, "a search has at most %d characters",
		    SEARCH_TEXT_MAX);
	memcpy(x->text, text, n);
	x->text[n] = '\0';
	map_case(x->text, x->upper, toupper);
	map_case(x->text, x->lower, tolower);
	read_mac(x->lower, x->mac);
	return RC_OK;
}

/* ---- hits ---------------------------------------------------------------------------- */

static const char *
keep(const struct searching *x, const char *text)
{
	if (!text || !*text)
		return "";
	return arena_copy(x->arena, text, strlen(text));
}

/* How well a field fits; false: not at all. */
static bool
fits(const struct searching *x, const char *field, enum search_rank *best)
{
	enum search_rank rank;

	if (strcasecmp(field, x->text) == 0 ||
	    (*x->mac && strcasecmp(field, x->mac) == 0))
		rank = SEARCH_WHOLE;
	else if (strncasecmp(field, x->text, strlen(x->text)) == 0)
		rank = SEARCH_BEGINNING;
	else if (strcasestr(field, x->text))
		rank = SEARCH_PART;
	else
		return false;
	if (rank < *best)
		*best = rank;
	return true;
}

static bool
rank_hit(const struct searching *x, struct onu_hit *hit)
{
	const char *const fields[] = { hit->serial, hit->mac, hit->subscriber, hit->place,
		hit->description, hit->name };
	bool does_fit = false;

	hit->rank = SEARCH_PART;
	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
		does_fit |= fits(x, fields[i], &hit->rank);
	/* Letters beyond ASCII are the database's to compare: trust it. */
	for (const char *c = x->text; *c && !does_fit; c++)
		does_fit = (unsigned char)*c >= 0x80;
	return does_fit;
}

/* The one reader of HIT_COLUMNS. False: out of memory. */
static bool
hit_from_row(const struct searching *x, const struct db_stmt *q, struct onu_hit *hit)
{
	const char **texts[] = { &hit->olt_name, &hit->place, &hit->serial, &hit->mac,
		&hit->subscriber, &hit->description, &hit->name, &hit->run_state,
		&hit->cause_state };

	hit->onu.v = db_int(q, 0);
	hit->olt.v = db_int(q, 1);
	hit->is_present = db_int(q, 2) != 0;
	hit->is_silent = db_int(q, 12) != 0;
	for (unsigned i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		*texts[i] = keep(x, db_text(q, 3 + i));
		if (!*texts[i])
			return false;
	}
	return true;
}

static enum rc
add_hit(struct searching *x, const struct db_stmt *q)
{
	uint64_t id = (uint64_t)db_int(q, 0);
	struct onu_hit hit;
	struct onu_hit *added;

	if (map_find_u64(x->seen, id))
		return RC_OK;
	if (!hit_from_row(x, q, &hit))
		return err_set(x->err, RC_NOMEM, "no memory for a search");
	if (!rank_hit(x, &hit))
		return RC_OK;
	added = vec_add(&x->hits);
	if (!added || map_add_u64(x->seen, id, x) != RC_OK)
		return err_set(x->err, RC_NOMEM, "no memory for a search");
	*added = hit;
	return RC_OK;
}

/* $1 to $3 are bound; the limit is $4. */
static enum rc
gather(struct searching *x, struct db_stmt *q)
{
	int rows = 0;
	bool has_row;
	enum rc rc;

	db_bind_int(q, 4, SEARCH_CANDIDATES);
	while ((rc = db_step(q, &has_row, x->err)) == RC_OK && has_row) {
		rows++;
		rc = add_hit(x, q);
		if (rc != RC_OK)
			return rc;
	}
	x->has_more |= rows == SEARCH_CANDIDATES;
	return rc;
}

/* ---- the three questions ------------------------------------------------------------- */

static enum rc
find_whole(struct searching *x)
{
	static const char *const sql[] = {
		"SELECT " HIT_COLUMNS " FROM " HIT_TABLES
		" WHERE o.serial <> '' AND o.serial IN ($1, $2, $3) LIMIT $4",
		"SELECT " HIT_COLUMNS " FROM " HIT_TABLES
		" WHERE o.mac IS NOT NULL AND o.mac IN ($1, $2, $3) LIMIT $4",
		"SELECT " HIT_COLUMNS " FROM " HIT_TABLES
		" WHERE o.subscriber IS NOT NULL AND o.subscriber IN ($1, $2, $3) "
		"LIMIT $4",
	};
	char upper_mac[MAC_TEXT];

	map_case(x->mac, upper_mac, toupper);
	for (size_t i = 0; i < sizeof(sql) / sizeof(sql[0]); i++) {
		struct db_stmt *q OWNED(db_done) = NULL;
		bool is_mac = i == 1 && *x->mac;
		enum rc rc = db_prepare(x->db, sql[i], &q, x->err);

		if (rc != RC_OK)
			return rc;
		db_bind_text(q, 1, x->text);
		db_bind_text(q, 2, is_mac ? upper_mac : x->upper);
		db_bind_text(q, 3, is_mac ? x->mac : x->lower);
		rc = gather(x, q);
		if (rc != RC_OK)
			return rc;
	}
	return RC_OK;
}

/* From the text to the text with the last possible character behind it. Where a
 * database sorts in another way than by code it finds less, never wrong ones. */
static enum rc
find_beginnings(struct searching *x)
{
	static const char *const sql[] = {
		"SELECT " HIT_COLUMNS " FROM " HIT_TABLES
		" WHERE o.serial <> '' AND o.serial >= $1 AND o.serial < $2 "
		"AND $3 <> '' LIMIT $4",
		"SELECT " HIT_COLUMNS " FROM " HIT_TABLES
		" WHERE o.mac IS NOT NULL AND o.mac >= $1 AND o.mac < $2 "
		"AND $3 <> '' LIMIT $4",
		"SELECT " HIT_COLUMNS " FROM " HIT_TABLES
		" WHERE o.subscriber IS NOT NULL AND o.subscriber >= $1 "
		"AND o.subscriber < $2 AND $3 <> '' LIMIT $4",
	};
	const char *const texts[] = { x->upper, x->lower, x->text };
	char end[SEARCH_TEXT_MAX + 8];

	for (size_t i = 0; i < sizeof(sql) / sizeof(sql[0]); i++) {
		struct db_stmt *q OWNED(db_done) = NULL;
		enum rc rc = db_prepare(x->db, sql[i], &q, x->err);

		if (rc != RC_OK)
			return rc;
		(void)snprintf(end, sizeof(end), "%s\xF4\x8F\xBF\xBF", texts[i]);
		db_bind_text(q, 1, texts[i]);
		db_bind_text(q, 2, end);
		db_bind_text(q, 3, texts[i]);
		rc = gather(x, q);
		if (rc != RC_OK)
			return rc;
	}
	return RC_OK;
}

/* LIKE gives these a meaning; any character stands for them. */
static void
make_pattern(const char *text, size_t n, char pattern[SEARCH_TEXT_MAX + 3])
{
	(void)snprintf(pattern, SEARCH_TEXT_MAX + 3, "%%%.*s%%", (int)n, text);
	for (size_t i = 1; i <= n; i++) {
		if (strchr("%_\\", pattern[i]))
			pattern[i] = '_';
	}
}

static bool
is_inside_character(char c)
{
	return ((unsigned char)c & 0xC0) == 0x80;
}

/* A few characters are enough for the index, and many are worse: each piece of a
 * common word is a list of a million ONUs. Digits tell more than letters, and the end
 * of a text more than its beginning, which serials and MACs of one make share. */
static const char *
telling_part(const char *text, size_t *n)
{
	enum { ENOUGH = 6 };
	const char *best = text;
	int most = -1;

	if (*n <= ENOUGH)
		return text;
	for (size_t i = 0; i + ENOUGH <= *n; i++) {
		int digits = 0;

		if (is_inside_character(text[i]) || is_inside_character(text[i + ENOUGH]))
			continue;
		for (size_t j = i; j < i + ENOUGH; j++)
			digits += text[j] >= '0' && text[j] <= '9';
		if (digits >= most) {
			most = digits;
			best = text + i;
		}
	}
	if (most >= 0)
		*n = ENOUGH;
	return best;
}

/* The index is asked for a part, and what it finds is compared with the whole: the
 * empty text behind it keeps the index out of that. */
static enum rc
find_parts(struct searching *x)
{
	static const char sql[] =
	    "SELECT " HIT_COLUMNS " FROM " HIT_TABLES " WHERE o.id IN "
	    "(SELECT rowid FROM onu_search WHERE search_text LIKE lower($1) "
	    "AND search_text || '' LIKE lower($2) LIMIT $4) AND $3 <> ''";
	struct db_stmt *q OWNED(db_done) = NULL;
	char part[SEARCH_TEXT_MAX + 3], whole[SEARCH_TEXT_MAX + 3];
	size_t n = strlen(x->text);
	const char *telling;
	enum rc rc;

	if (n < TRIGRAM)
		return RC_OK;
	make_pattern(x->text, n, whole);
	telling = telling_part(x->text, &n);
	make_pattern(telling, n, part);
	rc = db_prepare(x->db, sql, &q, x->err);
	if (rc != RC_OK)
		return rc;
	db_bind_text(q, 1, part);
	db_bind_text(q, 2, whole);
	db_bind_text(q, 3, x->text);
	return gather(x, q);
}

/* ---- all of it -------------------------------------------------------------------------- */

static int
compare_hits(const void *a, const void *b)
{
	const struct onu_hit *x = a, *y = b;

	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	if (x->is_present != y->is_present)
		return x->is_present ? -1 : 1;
	return (x->onu.v > y->onu.v) - (x->onu.v < y->onu.v);
}

static enum rc
settle(struct searching *x, size_t limit, struct onu_hits *ret)
{
	size_t n = x->hits.n < limit ? x->hits.n : limit;
	struct onu_hit *hits = arena_alloc(x->arena, (n + 1) * sizeof(*hits));

	if (!hits)
		return err_set(x->err, RC_NOMEM, "no memory for a search");
	if (x->hits.n) {
		qsort(x->hits.data, x->hits.n, sizeof(*hits), compare_hits);
		memcpy(hits, x->hits.data, n * sizeof(*hits));
	}
	*ret = (struct onu_hits){ n, hits, x->has_more || n < x->hits.n };
	return RC_OK;
}

/* A whole serial or MAC: that is who was meant. */
static bool
is_found(const struct searching *x)
{
	for (size_t i = 0; i < x->hits.n; i++) {
		const struct onu_hit *hit = VEC_AT(&x->hits, struct onu_hit, i);

		if (strcasecmp(hit->serial, x->text) == 0 ||
		    (*x->mac && strcasecmp(hit->mac, x->mac) == 0))
			return true;
	}
	return false;
}

/* How many rows a text fits decides how to find them: PostgreSQL must look at it
 * before it makes its plan. Until the end of the transaction. */
static enum rc
want_plans(struct searching *x)
{
	static const char sql[] =
	    "SELECT set_config('plan_cache_mode', 'force_custom_plan', true)";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc;

	if (strcmp(db_backend(x->db), "pgsql") != 0)
		return RC_OK;
	rc = db_prepare(x->db, sql, &q, x->err);
	return rc == RC_OK ? db_first(q, x->err) : rc;
}

static enum rc
ask_in_turn(struct searching *x)
{
	enum rc rc = want_plans(x);

	if (rc == RC_OK)
		rc = find_whole(x);
	if (rc != RC_OK || is_found(x))
		return rc;
	rc = find_beginnings(x);
	/* Parts come behind beginnings: when those are enough nobody sees them, and a
	 * beginning that a million MACs share is the most expensive part there is. */
	if (rc == RC_OK && x->hits.n >= x->limit)
		x->has_more = true;
	else if (rc == RC_OK)
		rc = find_parts(x);
	return rc;
}

static enum rc
search(struct searching *x)
{
	struct tx tx;
	enum rc rc;

	if (!*x->text)
		return RC_OK;
	rc = tx_begin(x->db, &tx, x->err);
	return tx_end(&tx, rc == RC_OK ? ask_in_turn(x) : rc, x->err);
}

enum rc
store_onu_search(struct db *db, const char *text, size_t limit, struct arena *arena,
    struct onu_hits *ret, struct err *err)
{
	struct map *seen OWNED(map_free) = map_new();
	struct searching x = { .db = db,
		.arena = arena,
		.seen = seen,
		.hits = VEC_INIT(struct onu_hit),
		.limit = limit,
		.err = err };
	enum rc rc;

	if (!seen)
		return err_set(err, RC_NOMEM, "no memory for a search");
	rc = read_text(&x, text);
	if (rc == RC_OK)
		rc = search(&x);
	if (rc == RC_OK)
		rc = settle(&x, limit, ret);
	vec_fini(&x.hits);
	return rc;
}
