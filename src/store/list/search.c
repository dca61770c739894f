/* SPDX-License-Identifier: Apache-2.0
 *
 * Questions along an index, each cut off at a number of candidates: whole fields,
 * positions, beginnings, parts, words, words with an OLT's name. What comes is ranked
 * here and not in SQL, because only then does the database have no reason to look at
 * more than the candidates.
 *
 * A pattern has no escapes (SQLite's trigram index does not take them): characters
 * that LIKE gives a meaning to become "_", and what comes is looked at again.
 */
#include "store/list/search.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/buf.h"
#include "base/fold.h"
#include "base/map.h"
#include "base/vec.h"
#include "store/db/query.h"
#include "store/list/search_int.h"
#include "store/core/tx.h"

enum {
	FIELD_MAX = 1024, /* of a field that is compared; the rest does not count */
	INDEXED_WORDS = 2, /* a third makes the answer slower, not better */
	ENOUGH = 6, /* characters of a word for the index */
	ENOUGH_OF_MANY = 4, /* when there is another word */
	OLTS_MAX = 4, /* whose ONUs are looked through for an OLT's name */
	STATEMENT_MAX = 4096,
};

#define HIT_COLUMNS                                                                      \
	"o.id, o.olt_id, o.is_present, l.name, o.place, o.serial, o.mac, o.subscriber, " \
	"o.description, o.name, o.run_state, o.run_label, o.cause_state, "               \
	"o.cause_label, o.admin_state, o.last_seen_ms, o.run_since_ms, l.enabled, "      \
	"l.suspended_ms, l.last_answer_ms, l.not_answering_ms"
#define HIT_TABLES "onus o JOIN olts l ON l.id = o.olt_id AND l.deleted_ms IS NULL"

struct searching {
	struct db *db;
	struct arena *arena;
	struct search_terms terms;
	struct map *seen; /* ids of hits */
	struct vec hits;
	size_t limit;
	bool has_more;
	struct err *err;
};

/* ---- the text ---------------------------------------------------------------------- */

static char *
map_case(const char *text, char ret[SEARCH_FORM_TEXT], int (*to)(int))
{
	size_t i = 0;

	for (; i < SEARCH_FORM_TEXT - 1 && text[i]; i++)
		ret[i] = (char)to((unsigned char)text[i]);
	ret[i] = '\0';
	return ret;
}

static enum rc
read_text(struct searching *x, const char *text)
{
	if (!search_read(text, &x->terms))
		return err_set(x->err, RC_INVALID, "a search has at most %d characters",
		    SEARCH_TEXT_MAX);
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

/* How well one field, folded, fits. */
static enum search_rank
rank_field(const struct search_terms *t, const char *field)
{
	const char *const same[] = { t->folded, t->mac, t->serial, t->hex, t->place };
	enum search_rank rank = SEARCH_PART;

	for (size_t i = 0; *field && i < sizeof(same) / sizeof(same[0]); i++) {
		if (!*same[i])
			continue;
		if (strcmp(field, same[i]) == 0)
			return SEARCH_WHOLE;
		/* "0/1/0:1" is no beginning of "0/1/0:11". */
		if (same[i] != t->place && strncmp(field, same[i], strlen(same[i])) == 0)
			rank = SEARCH_BEGINNING;
	}
	return rank;
}

/* Is it this place, or this one with a frame or a rack before it? */
static bool
is_at(const struct search_terms *t, const char *place)
{
	size_t n = strlen(t->place), len = strlen(place);

	return n > 0 && len >= n && strcmp(place + len - n, t->place) == 0 &&
	    (len == n || place[len - n - 1] == '/');
}

/* False: it does not fit at all. */
static bool
rank_hit(const struct search_terms *t, struct onu_hit *hit)
{
	/* In the order of the databases' search_text. */
	const char *const fields[] = { hit->serial, hit->place, hit->mac,
		hit->description, hit->name, hit->subscriber };
	enum { N = sizeof(fields) / sizeof(fields[0]) };
	char all[N * (FIELD_MAX + 1)];
	size_t len = 0;

	hit->rank = SEARCH_PART;
	for (size_t i = 0; i < N; i++) {
		enum search_rank rank;
		size_t n = fold_text(fields[i], all + len, FIELD_MAX);

		rank = rank_field(t, all + len);
		if (rank < hit->rank)
			hit->rank = rank;
		len += n;
		all[len++] = ' ';
	}
	all[len] = '\0';
	if (is_at(t, hit->place)) {
		hit->rank = hit->rank == SEARCH_WHOLE ? SEARCH_WHOLE : SEARCH_BEGINNING;
		return true;
	}
	for (unsigned i = 0; i < t->n_forms; i++) {
		if (search_has(&t->forms[i], all))
			return true;
	}
	return strstr(all, t->folded) != NULL;
}

/* The one reader of HIT_COLUMNS. False: out of memory. */
static bool
hit_from_row(const struct searching *x, const struct db_stmt *q, struct onu_hit *hit)
{
	const char **texts[] = { &hit->olt_name, &hit->place, &hit->serial, &hit->mac,
		&hit->subscriber, &hit->description, &hit->name, &hit->run_state,
		&hit->run_label, &hit->cause_state, &hit->cause_label,
		&hit->admin_state };
	int64_t *numbers[] = { &hit->last_seen_ms, &hit->since_ms };
	unsigned at = 3;

	hit->onu.v = db_int(q, 0);
	hit->olt.v = db_int(q, 1);
	hit->is_present = db_int(q, 2) != 0;
	for (unsigned i = 0; i < sizeof(texts) / sizeof(texts[0]); i++, at++) {
		*texts[i] = keep(x, db_text(q, at));
		if (!*texts[i])
			return false;
	}
	for (unsigned i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++, at++)
		*numbers[i] = db_is_null(q, at) ? 0 : db_int(q, at);
	hit->olt_is_off = db_int(q, at) == 0;
	hit->olt_is_suspended = !db_is_null(q, at + 1);
	hit->olt_answer_ms = db_is_null(q, at + 2) ? 0 : db_int(q, at + 2);
	hit->olt_is_not_answering = !db_is_null(q, at + 3);
	hit->is_silent =
	    hit->olt_is_off || hit->olt_is_suspended || hit->olt_is_not_answering;
	return true;
}

/* Those of an OLT that was named fit by the words behind its name, or by it alone. */
static enum rc
add_hit(struct searching *x, const struct search_terms *terms, const struct db_stmt *q)
{
	uint64_t id = (uint64_t)db_int(q, 0);
	struct onu_hit hit;
	struct onu_hit *added;

	if (map_find_u64(x->seen, id))
		return RC_OK;
	if (!hit_from_row(x, q, &hit))
		return err_set(x->err, RC_NOMEM, "no memory for a search");
	if (!rank_hit(terms ? terms : &x->terms, &hit) && terms)
		return RC_OK;
	added = vec_add(&x->hits);
	if (!added || map_add_u64(x->seen, id, x) != RC_OK)
		return err_set(x->err, RC_NOMEM, "no memory for a search");
	*added = hit;
	return RC_OK;
}

/* All but the limit is bound. Without terms whatever comes is a hit. */
static enum rc
gather(struct searching *x, struct db_stmt *q, unsigned limit_at,
    const struct search_terms *terms)
{
	int rows = 0;
	enum rc rc = RC_OK;

	db_bind_int(q, limit_at, SEARCH_CANDIDATES);
	while (db_next(q, &rc, x->err)) {
		rows++;
		rc = add_hit(x, terms, q);
	}
	x->has_more |= rows == SEARCH_CANDIDATES;
	return rc;
}

static bool
has_enough(const struct searching *x)
{
	return x->hits.n >= x->limit;
}

/* ---- whole fields and beginnings --------------------------------------------------- */

/* Three ways to write what a field is; the same one twice does no harm. */
static enum rc
ask_field(struct searching *x, const char *sql, const char *const texts[3])
{
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(x->db, sql, &q, x->err);

	if (rc != RC_OK)
		return rc;
	for (unsigned i = 0; i < 3; i++)
		db_bind_text(q, i + 1, texts[i]);
	return gather(x, q, 4, &x->terms);
}

static enum rc
find_whole(struct searching *x)
{
	static const char serials[] =
	    "SELECT " HIT_COLUMNS " FROM " HIT_TABLES
	    " WHERE o.serial <> '' AND o.serial IN ($1, $2, $3) LIMIT $4";
	static const char macs[] =
	    "SELECT " HIT_COLUMNS " FROM " HIT_TABLES
	    " WHERE o.mac IS NOT NULL AND o.mac IN ($1, $2, $3) LIMIT $4";
	static const char subscribers[] =
	    "SELECT " HIT_COLUMNS " FROM " HIT_TABLES
	    " WHERE o.subscriber IS NOT NULL AND o.subscriber IN ($1, $2, $3) LIMIT $4";
	const struct search_terms *t = &x->terms;
	const char *mac = *t->mac ? t->mac : t->folded;
	const char *serial = *t->serial ? t->serial : t->text;
	const char *hex = *t->hex ? t->hex : t->text;
	char upper[SEARCH_FORM_TEXT], lower[SEARCH_FORM_TEXT], a[SEARCH_FORM_TEXT],
	    b[SEARCH_FORM_TEXT];
	enum rc rc;

	(void)map_case(t->text, upper, toupper);
	(void)map_case(t->text, lower, tolower);
	rc = ask_field(x, serials,
	    (const char *const[]){
		upper, map_case(serial, a, toupper), map_case(hex, b, toupper) });
	if (rc == RC_OK)
		rc = ask_field(x, macs,
		    (const char *const[]){ t->text, map_case(mac, a, toupper), mac });
	if (rc == RC_OK)
		rc = ask_field(
		    x, subscribers, (const char *const[]){ t->text, upper, lower });
	return rc;
}

/* From the text to the text with the last possible character behind it. Where a
 * database sorts in another way than by code it finds less, never wrong ones. */
static enum rc
ask_beginning(struct searching *x, const char *sql, const char *text)
{
	char end[SEARCH_FORM_TEXT + 8];

	(void)snprintf(end, sizeof(end), "%s\xF4\x8F\xBF\xBF", text);
	return *text ? ask_field(x, sql, (const char *const[]){ text, end, text })
		     : RC_OK;
}

static enum rc
find_beginnings(struct searching *x)
{
	static const char serials[] =
	    "SELECT " HIT_COLUMNS " FROM " HIT_TABLES
	    " WHERE o.serial <> '' AND o.serial >= $1 AND o.serial < $2 "
	    "AND $3 <> '' LIMIT $4";
	static const char macs[] =
	    "SELECT " HIT_COLUMNS " FROM " HIT_TABLES
	    " WHERE o.mac IS NOT NULL AND o.mac >= $1 AND o.mac < $2 "
	    "AND $3 <> '' LIMIT $4";
	static const char subscribers[] =
	    "SELECT " HIT_COLUMNS " FROM " HIT_TABLES
	    " WHERE o.subscriber IS NOT NULL AND o.subscriber >= $1 "
	    "AND o.subscriber < $2 AND $3 <> '' LIMIT $4";
	const struct search_terms *t = &x->terms;
	char upper[SEARCH_FORM_TEXT];
	enum rc rc = ask_beginning(x, serials, map_case(t->text, upper, toupper));

	if (rc == RC_OK)
		rc = ask_beginning(x, serials, map_case(t->serial, upper, toupper));
	if (rc == RC_OK)
		rc = ask_beginning(x, serials, map_case(t->hex, upper, toupper));
	if (rc == RC_OK)
		rc = ask_beginning(x, macs, *t->mac ? t->mac : t->folded);
	return rc == RC_OK ? ask_beginning(x, subscribers, t->text) : rc;
}

/* ---- parts and words ---------------------------------------------------------------- */

static bool
is_inside_character(char c)
{
	return ((unsigned char)c & 0xC0) == 0x80;
}

/* A few characters are enough for the index, and many are worse: each piece of a
 * common word is a list of a million ONUs. Digits tell more than letters, and the end
 * of a text more than its beginning, which serials and MACs of one make share. */
static const char *
telling_part(const char *text, size_t enough, size_t *n)
{
	const char *best = text;
	int most = -1;

	if (*n <= enough)
		return text;
	for (size_t i = 0; i + enough <= *n; i++) {
		int digits = 0;

		if (is_inside_character(text[i]) || is_inside_character(text[i + enough]))
			continue;
		for (size_t j = i; j < i + enough; j++)
			digits += text[j] >= '0' && text[j] <= '9';
		if (digits >= most) {
			most = digits;
			best = text + i;
		}
	}
	if (most >= 0)
		*n = enough;
	return best;
}

/* A question about words on its way: patterns are bound in their order. */
struct asking {
	struct buf sql;
	unsigned n;
	char patterns[INDEXED_WORDS + SEARCH_WORDS_MAX + 1][SEARCH_PATTERN_MAX];
};

static void
add_pattern(struct asking *k, const char *condition, const char *word, size_t n)
{
	search_pattern(word, n, k->patterns[k->n++]);
	buf_printf(&k->sql, " AND %s LIKE $%u", condition, k->n);
}

/* Of two words the one with more digits tells more, then the longer one. */
static int
telling(const char *word)
{
	int digits = 0, n = 0;

	for (; *word; word++, n++)
		digits += *word >= '0' && *word <= '9';
	return digits * SEARCH_TEXT_MAX + n;
}

/* The most telling word that has an index and is not taken; NULL: there is none. */
static const char *
most_telling(const struct search_form *form, const char *taken)
{
	const char *best = NULL;

	for (unsigned i = 0; i < form->n; i++) {
		const char *word = form->words[i];

		if (word != taken && search_is_indexed(word, strlen(word)) &&
		    (!best || telling(word) > telling(best)))
			best = word;
	}
	return best;
}

static void
add_indexed(struct asking *k, const char *word, size_t enough)
{
	size_t n = word ? strlen(word) : 0;
	const char *part = word ? telling_part(word, enough, &n) : NULL;

	if (part && search_is_indexed(part, n))
		add_pattern(k, "search_text", part, n);
}

/* The index is asked for parts of the two words that tell most, and what it finds is
 * compared with all of them: the empty text behind it keeps the index out of that. Of
 * the second word a few characters are enough to make the list of the first short. */
static void
add_words(struct asking *k, const struct search_form *form)
{
	const char *first = most_telling(form, NULL);

	add_indexed(k, first, form->n > 1 ? ENOUGH_OF_MANY : ENOUGH);
	add_indexed(k, first ? most_telling(form, first) : NULL, SEARCH_TRIGRAM);
	for (unsigned i = 0; i < form->n; i++)
		add_pattern(
		    k, "search_text || ''", form->words[i], strlen(form->words[i]));
}

static enum rc
ask_words(struct searching *x, struct asking *k, const struct search_terms *terms)
{
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc;

	if (!buf_ok(&k->sql))
		return err_set(x->err, RC_NOMEM, "no memory for a search");
	rc = db_prepare(x->db, buf_text(&k->sql), &q, x->err);
	if (rc != RC_OK)
		return rc;
	for (unsigned i = 0; i < k->n; i++)
		db_bind_text(q, i + 1, k->patterns[i]);
	return gather(x, q, k->n + 1, terms);
}

static enum rc
find_form(struct searching *x, const struct search_form *form)
{
	struct asking k = { .sql = BUF_INIT(STATEMENT_MAX) };
	enum rc rc;

	buf_puts(&k.sql,
	    "SELECT " HIT_COLUMNS " FROM " HIT_TABLES " WHERE o.id IN "
	    "(SELECT rowid FROM onu_search WHERE 1 = 1");
	add_words(&k, form);
	buf_printf(&k.sql, " LIMIT $%u)", k.n + 1);
	/* Without an index all ONUs would be looked at. */
	rc = k.n > form->n ? ask_words(x, &k, &x->terms) : RC_OK;
	buf_fini(&k.sql);
	return rc;
}

/* Words that begin where a word begins are more likely meant, and fewer. */
static enum rc
find_beginning_words(struct searching *x)
{
	const struct search_form *typed = &x->terms.forms[0];
	struct search_form form = { .n = typed->n };
	char words[SEARCH_WORDS_MAX][SEARCH_FORM_TEXT];

	for (unsigned i = 0; i < typed->n; i++) {
		(void)snprintf(words[i], sizeof(words[i]), " %s", typed->words[i]);
		form.words[i] = words[i];
	}
	return find_form(x, &form);
}

/* The text as it is, then what else it can mean, then its words in any order: at the
 * beginning of words, and anywhere when nobody was found so far. */
static enum rc
find_parts(struct searching *x)
{
	const struct search_terms *t = &x->terms;
	struct search_form phrase = { .n = 1, .words = { t->folded } };
	enum rc rc = find_form(x, &phrase);

	for (unsigned i = 1; rc == RC_OK && i < t->n_forms && !has_enough(x); i++)
		rc = find_form(x, &t->forms[i]);
	if (rc == RC_OK && t->forms[0].n > 1 && !has_enough(x))
		rc = find_beginning_words(x);
	if (rc == RC_OK && t->forms[0].n > 0 && x->hits.n == 0)
		rc = find_form(x, &t->forms[0]);
	return rc;
}

/* Whatever place it is: it is asked by its index, and fits whoever is found. */
static enum rc
find_places(struct searching *x)
{
	static const char sql[] =
	    "SELECT " HIT_COLUMNS " FROM " HIT_TABLES " WHERE o.place IN "
	    "($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) LIMIT $11";
	char places[SEARCH_PLACES_MAX][SEARCH_PLACE_MAX];
	struct db_stmt *q OWNED(db_done) = NULL;
	unsigned n = search_places(&x->terms, places);
	enum rc rc = n ? db_prepare(x->db, sql, &q, x->err) : RC_OK;

	if (rc != RC_OK || !n)
		return rc;
	for (unsigned i = 0; i < n; i++)
		db_bind_text(q, i + 1, places[i]);
	return gather(x, q, n + 1, NULL);
}

/* ---- by the OLT ---------------------------------------------------------------------- */

/* The ONUs of the OLT with this address. */
static enum rc
find_by_address(struct searching *x)
{
	static const char sql[] =
	    "SELECT " HIT_COLUMNS " FROM " HIT_TABLES " WHERE l.address = $1 "
	    "ORDER BY o.slot, o.port, o.onu LIMIT $2";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(x->db, sql, DB_ARGS(x->terms.text), &q, x->err);

	return rc == RC_OK ? gather(x, q, 2, NULL) : rc;
}

static enum rc
is_in_an_olt_name(struct searching *x, const char *word, bool *ret_is)
{
	static const char sql[] = "SELECT COUNT(*) FROM (SELECT 1 FROM olts "
				  "WHERE deleted_ms IS NULL AND "
				  "facho_fold(name) LIKE $1 LIMIT 1) found";
	char pattern[SEARCH_PATTERN_MAX];
	int64_t n = 0;
	enum rc rc;

	search_pattern(word, strlen(word), pattern);
	rc = db_query_int(x->db, sql, DB_ARGS(pattern), &n, x->err);
	if (rc == RC_OK)
		*ret_is = n > 0;
	return rc;
}

/* Which words are in names of OLTs, and the text of the others. */
static enum rc
split_words(struct searching *x, struct search_form *olt, char rest[SEARCH_TEXT_MAX + 1])
{
	const struct search_form *typed = &x->terms.forms[0];
	size_t len = 0;
	enum rc rc = RC_OK;

	rest[0] = '\0';
	for (unsigned i = 0; rc == RC_OK && i < typed->n; i++) {
		bool is_name = false;

		rc = is_in_an_olt_name(x, typed->words[i], &is_name);
		if (rc == RC_OK && is_name)
			olt->words[olt->n++] = typed->words[i];
		else if (rc == RC_OK)
			len += (size_t)snprintf(rest + len, SEARCH_TEXT_MAX + 1 - len,
			    "%s%s", len ? " " : "", typed->words[i]);
	}
	return rc;
}

static enum rc
find_on_olts(struct searching *x, const struct search_form *olt,
    const struct search_terms *rest, const struct search_form *form)
{
	struct asking k = { .sql = BUF_INIT(STATEMENT_MAX) };
	enum rc rc;

	buf_puts(&k.sql,
	    "SELECT " HIT_COLUMNS " FROM onu_words w JOIN onus o ON o.id = w.id "
	    "JOIN olts l ON l.id = o.olt_id WHERE w.olt_id IN "
	    "(SELECT id FROM olts WHERE deleted_ms IS NULL");
	for (unsigned i = 0; i < olt->n; i++)
		add_pattern(&k, "facho_fold(name)", olt->words[i], strlen(olt->words[i]));
	buf_printf(&k.sql, " ORDER BY length(name), id LIMIT %d)", OLTS_MAX);
	for (unsigned i = 0; i < form->n && k.n <= SEARCH_WORDS_MAX + 1; i++)
		add_pattern(
		    &k, "w.search_text || ''", form->words[i], strlen(form->words[i]));
	buf_printf(&k.sql, " LIMIT $%u", k.n + 1);
	rc = ask_words(x, &k, rest);
	buf_fini(&k.sql);
	return rc;
}

/* "lima-1 0/1/0/11": some words are an OLT's, the others its ONU's. */
static enum rc
find_by_olt_name(struct searching *x)
{
	struct search_form olt = { 0 };
	char text[SEARCH_TEXT_MAX + 1];
	struct search_terms rest;
	enum rc rc;

	if (x->terms.forms[0].n < 2)
		return RC_OK;
	rc = split_words(x, &olt, text);
	if (rc != RC_OK || !olt.n || !*text || !search_read(text, &rest))
		return rc;
	if (*rest.place) {
		(void)snprintf(text, sizeof(text), "%s ", rest.place);
		rest.forms[0] = (struct search_form){ .n = 1, .words = { text } };
	}
	for (unsigned i = 0; rc == RC_OK && i < rest.n_forms && !has_enough(x); i++)
		rc = find_on_olts(x, &olt, &rest, &rest.forms[i]);
	return rc;
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

/* A whole serial, MAC or position: that is who was meant. */
static bool
is_found(const struct searching *x)
{
	const struct search_terms *t = &x->terms;

	for (size_t i = 0; i < x->hits.n; i++) {
		const struct onu_hit *hit = VEC_AT(&x->hits, struct onu_hit, i);

		if (strcasecmp(hit->serial, t->text) == 0 ||
		    (*t->serial && strcasecmp(hit->serial, t->serial) == 0) ||
		    (*t->hex && strcasecmp(hit->serial, t->hex) == 0) ||
		    (*t->place && strcmp(hit->place, t->place) == 0) ||
		    (*t->mac && strcasecmp(hit->mac, t->mac) == 0))
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

	if (strcmp(db_backend(x->db), "pgsql") != 0)
		return RC_OK;
	return db_exec(x->db, sql, DB_NO_ARGS, x->err);
}

static enum rc
ask_in_turn(struct searching *x)
{
	enum rc rc = want_plans(x);

	if (rc == RC_OK)
		rc = find_whole(x);
	if (rc != RC_OK || is_found(x))
		return rc;
	rc = find_places(x);
	if (rc != RC_OK || is_found(x))
		return rc;
	rc = find_beginnings(x);
	if (rc == RC_OK)
		rc = find_by_address(x);
	/* Parts come behind beginnings: when those are enough nobody sees them, and a
	 * beginning that a million MACs share is the most expensive part there is. */
	if (rc == RC_OK && !has_enough(x))
		rc = find_by_olt_name(x);
	if (rc == RC_OK && !has_enough(x))
		rc = find_parts(x);
	x->has_more |= has_enough(x);
	return rc;
}

static enum rc
search(struct searching *x)
{
	struct tx tx;
	enum rc rc;

	if (!*x->terms.text)
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
