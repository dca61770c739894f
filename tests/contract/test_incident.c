/* SPDX-License-Identifier: Apache-2.0
 *
 * Incidents in the database: what the watch decided is written in one batch, fenced by a
 * term; it is loaded again as it was; what people do, members, similar ones, retention.
 */
#include "site.h"

#include <string.h>

#include "base/clock.h"
#include "store/event/event_log.h"
#include "store/incident/incident.h"
#include "store/incident/watch_load.h"
#include "store/incident/watch_write.h"
#include "store/upkeep/retention.h"

enum { ONUS = 8 };

#define DETECTED_MS (SITE_MS + 1000)

static const char PLACE[] = "0/1/0"; /* as position_format writes the port of site_row */

static int64_t
take_term(struct backend *b, const char *holder)
{
	struct err err = { 0 };
	int64_t term = 0;

	if (store_watch_take(b->db, holder, SITE_MS, &term, &err) != RC_OK)
		fail_msg("%s", err.msg);
	return term;
}

/* ONUs of one port, numbered from 1, all online. */
static void
add_onus(struct backend *b)
{
	char sql[512];

	for (int i = 1; i <= ONUS; i++) {
		(void)snprintf(sql, sizeof(sql),
		    "INSERT INTO onus (id, olt_id, pos_has, frame, slot, port, onu, "
		    "place, "
		    "serial, first_seen_ms, last_seen_ms, run_state) VALUES (%d, 1, 30, "
		    "0, 1, "
		    "0, %d, '0/1/0:%d', 'HWTC%08d', 1, 1, 'online')",
		    i, i, i, i);
		site_do(b->db, sql);
	}
}

static struct watch_incident
example(int64_t id, const struct watch_incident_port *port)
{
	static const struct watch_evidence EVIDENCE[] = { { "los", "8", 3, SITE_MS } };
	static const struct watch_log LOGS[] = { { "opened", "{\"n\": 8}", SITE_MS } };
	struct watch_incident i = { .id = id,
		.kind = WATCH_OUTAGE,
		.state = WATCH_OPEN,
		.root = WATCH_ROOT_PORT,
		.olt = { SITE_OLT },
		.cause = WATCH_CAUSE_FEEDER,
		.cause_class = WATCH_CLASS_FIBRE,
		.confidence = 92,
		.severity = WATCH_MAJOR,
		.affected = ONUS,
		.affected_max = ONUS,
		.at_risk = ONUS,
		.since_ms = SITE_MS,
		.since_from_ms = SITE_MS - 1000,
		.detected_ms = DETECTED_MS,
		.opened_ms = SITE_MS + 2000,
		.version = 3,
		.is_new = true,
		.params = { .olt = "centro", .port = "0/1/0", .n = ONUS, .m = ONUS },
		.updated_ms = SITE_MS + 2000,
		.ports = port,
		.n_ports = 1,
		.evidence = EVIDENCE,
		.n_evidence = 1,
		.logs = LOGS,
		.n_logs = 1 };

	(void)snprintf(i.place, sizeof(i.place), "%s", PLACE);
	return i;
}

struct packed {
	struct buf bytes;
	struct watch_incident_port port;
};

static struct packed
pack(int first, int n)
{
	struct watch_member members[ONUS] = { 0 };
	struct packed p = { .bytes = BUF_INIT(65536) };

	for (int i = 0; i < n; i++)
		members[i] = (struct watch_member){ .onu = { first + i },
			.down_ms = SITE_MS,
			.up_ms = i == 0 && n == ONUS ? SITE_MS + 60000 : 0,
			.evidence = STATE_LOS_ONU,
			.distance_m = 3200 };
	check_rc(watch_members_pack(members, (size_t)n, DETECTED_MS, &p.bytes), RC_OK);
	p.port = (struct watch_incident_port){ .olt = { SITE_OLT },
		.at_risk = ONUS,
		.down = n,
		.members = p.bytes.data,
		.members_bytes = p.bytes.len,
		.is_changed = true };
	(void)snprintf(p.port.place, sizeof(p.port.place), "%s", PLACE);
	return p;
}

/* One batch of the term with this incident. */
static enum rc
write_one(struct backend *b, int64_t term, int64_t round, const struct watch_incident *i,
    bool *ret_was_written)
{
	struct watch_batch *batch OWNED(watch_batch_free) = watch_batch_new(term, round);
	struct event_cursor at = { 0, round };
	struct err err = { 0 };
	enum rc rc;

	if (i)
		watch_batch_incident(batch, i);
	watch_batch_position(batch, &at, SITE_MS + round);
	check_rc(db_begin(b->db, &err), RC_OK);
	rc = store_watch_write(b->db, batch, ret_was_written, &err);
	if (rc == RC_OK)
		rc = db_commit(b->db, &err);
	else
		db_rollback(b->db);
	return rc;
}

static struct packed
make_one(struct backend *b, int64_t id, int first, int n, int64_t term, int64_t round)
{
	struct packed p = pack(first, n);
	struct watch_incident i = example(id, &p.port);
	bool was_written = true;

	check_rc(write_one(b, term, round, &i, &was_written), RC_OK);
	assert_false(was_written);
	return p;
}

/* ---- the watcher's side ------------------------------------------------------------ */

static void
a_batch_is_written_once_and_only_in_its_term(void **state)
{
	struct backend *b = backend_of(state);
	struct packed p;
	struct watch_incident i;
	bool was_written = false;
	int64_t first, second;

	site_make(b);
	add_onus(b);
	first = take_term(b, "one");
	p = make_one(b, 1, 1, ONUS, first, 1);
	i = example(1, &p.port);
	/* The commit was not heard of, and the batch comes again. */
	check_rc(write_one(b, first, 1, &i, &was_written), RC_OK);
	assert_true(was_written);
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM incident_log"), 1);
	assert_int_equal(site_ask(b->db, "SELECT id FROM event_readers"), 1);
	/* Another watcher takes over. */
	second = take_term(b, "two");
	assert_true(second > first);
	i.affected = 3;
	check_rc(write_one(b, first, 2, &i, &was_written), RC_CONFLICT);
	assert_int_equal(site_ask(b->db, "SELECT affected FROM incidents"), ONUS);
	check_rc(write_one(b, second, 1, &i, &was_written), RC_OK);
	assert_int_equal(site_ask(b->db, "SELECT affected FROM incidents"), 3);
	assert_int_equal(
	    site_ask(b->db, "SELECT COUNT(*) FROM events WHERE kind = 'incident'"), 1);
	buf_fini(&p.bytes);
}

/* More than one statement of them, one ONU twice, and ONUs that are gone. */
static void
facts_of_many_onus_are_written_once_each(void **state)
{
	enum { FACTS = 120, AGAIN = 3 };
	struct backend *b = backend_of(state);
	struct event_cursor at = { 0, 1 };
	bool was_written = false;
	struct err err = { 0 };
	int64_t term;

	site_make(b);
	add_onus(b);
	term = take_term(b, "one");
	for (int round = 1; round <= 2; round++) {
		struct watch_batch *batch OWNED(watch_batch_free) =
		    watch_batch_new(term, round);

		for (int i = FACTS; i > 0; i--)
			watch_batch_fact(batch,
			    &(struct watch_fact){ .onu = { i },
				.olt = { SITE_OLT },
				.has_gasped = i % 2 == 0,
				.distance_m = i == 5 ? 0 : round * 1000 + i });
		watch_batch_fact(batch,
		    &(struct watch_fact){ .onu = { AGAIN },
			.olt = { SITE_OLT },
			.distance_m = round * 1000 + AGAIN });
		watch_batch_position(batch, &at, SITE_MS + round);
		check_rc(db_begin(b->db, &err), RC_OK);
		check_rc(store_watch_write(b->db, batch, &was_written, &err), RC_OK);
		check_rc(db_commit(b->db, &err), RC_OK);
	}
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM onu_watch"), ONUS);
	assert_int_equal(
	    site_ask(b->db, "SELECT COUNT(*) FROM onu_watch WHERE has_gasped = 1"),
	    ONUS / 2);
	assert_int_equal(
	    site_ask(b->db, "SELECT distance_m FROM onu_watch WHERE onu_id = 3"), 2003);
	assert_int_equal(
	    site_ask(b->db, "SELECT COUNT(*) FROM onu_watch WHERE distance_m IS NULL"),
	    1);
}

/* It was silent because it restarted. */
static void
what_an_incident_is_may_change(void **state)
{
	struct backend *b = backend_of(state);
	struct packed p;
	struct watch_incident i;
	bool was_written = false;
	int64_t term;

	site_make(b);
	add_onus(b);
	term = take_term(b, "one");
	p = pack(1, ONUS);
	i = example(1, &p.port);
	i.kind = WATCH_OLT_SILENT;
	check_rc(write_one(b, term, 1, &i, &was_written), RC_OK);
	i.kind = WATCH_OUTAGE;
	i.cause = WATCH_CAUSE_OLT_RESTART;
	check_rc(write_one(b, term, 2, &i, &was_written), RC_OK);
	assert_string_equal(
	    site_ask_text(b->db, "SELECT kind || ' ' || cause FROM incidents"),
	    "outage olt_restart");
	buf_fini(&p.bytes);
}

static void
write_with_evidence(
    struct backend *b, int64_t term, int64_t round, const struct watch_evidence *lines)
{
	enum { INCIDENTS = 40, LINES = 3 };
	struct watch_batch *batch OWNED(watch_batch_free) = watch_batch_new(term, round);
	struct event_cursor at = { 0, round };
	bool was_written = false;
	struct err err = { 0 };

	for (int64_t id = 1; id <= INCIDENTS; id++) {
		struct packed p = pack(1, ONUS);
		struct watch_incident i = example(id, &p.port);

		i.is_new = round == 1;
		i.evidence = lines;
		i.n_evidence = id % 2 ? LINES : 0;
		watch_batch_incident(batch, &i);
		buf_fini(&p.bytes);
	}
	watch_batch_position(batch, &at, SITE_MS + round);
	check_rc(db_begin(b->db, &err), RC_OK);
	check_rc(store_watch_write(b->db, batch, &was_written, &err), RC_OK);
	check_rc(db_commit(b->db, &err), RC_OK);
}

/* More than one statement of it; some have none, and one key comes twice. */
static void
evidence_of_many_incidents_replaces_what_was_there(void **state)
{
	struct backend *b = backend_of(state);
	const struct watch_evidence first[] = { { "los", "60", 2, 1 },
		{ "gasped", "3", 1, 1 }, { "waiting", "1", 1, 1 } };
	const struct watch_evidence second[] = { { "los", "61", 2, 2 },
		{ "gasped", "3", 1, 2 }, { "los", "62", 2, 2 } };
	int64_t term;

	site_make(b);
	add_onus(b);
	term = take_term(b, "one");
	write_with_evidence(b, term, 1, first);
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM incident_evidence"), 60);
	write_with_evidence(b, term, 2, second);
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM incident_evidence"), 40);
	assert_int_equal(site_ask(b->db,
			     "SELECT COUNT(*) FROM incident_evidence WHERE key = 'los' "
			     "AND value = '62' AND at_ms = 2"),
	    20);
}

static void
incidents_are_loaded_as_they_were(void **state)
{
	struct backend *b = backend_of(state);
	struct watch *w OWNED(watch_free) = NULL;
	const struct watch_incident *taken;
	struct watch_rules rules = watch_rules();
	struct packed p;
	struct err err = { 0 };
	int64_t next = 0;

	site_make(b);
	add_onus(b);
	site_do(b->db, "UPDATE onus SET run_state = 'offline', cause_state = 'los_onu'");
	site_do(b->db, "UPDATE onus SET run_state = 'online' WHERE id = 1");
	p = make_one(b, 7, 1, ONUS, take_term(b, "one"), 1);
	check_rc(store_watch_next_id(b->db, &next, &err), RC_OK);
	assert_int_equal(next, 8);
	check_rc(watch_new(&rules, next, &w), RC_OK);
	check_rc(store_watch_load(b->db, w, SITE_MS + 5000, &err), RC_OK);
	watch_begin(w, 0, SITE_MS + 5000);
	assert_int_equal(watch_figures(w).onus, ONUS);
	assert_int_equal(watch_figures(w).live, 1);
	assert_int_equal(watch_incident_of(w, (struct onu_id){ 2 }), 7);
	/* Nothing has happened: nobody must be told anything. */
	watch_run(w, SITE_MS + 5001);
	while ((taken = watch_take_incident(w)) != NULL) {
		assert_int_equal(taken->id, 7);
		assert_int_equal(taken->state, WATCH_OPEN);
	}
	buf_fini(&p.bytes);
}

/* ---- the people's side ----------------------------------------------------------------- */

struct seen {
	int64_t n, down;
	char serial[32];
};

static enum rc
take_member(void *ctx, const struct incident_member *m)
{
	struct seen *s = ctx;

	s->n++;
	s->down += m->member.up_ms == 0;
	(void)snprintf(s->serial, sizeof(s->serial), "%s", m->serial);
	assert_int_equal(m->member.evidence, STATE_LOS_ONU);
	assert_int_equal(m->member.down_ms, SITE_MS);
	return RC_OK;
}

static void
members_are_unpacked_page_by_page_and_found_by_their_onu(void **state)
{
	struct backend *b = backend_of(state);
	struct incident_members_wish wish = { .incident = 1, .skip = 6, .most = 10 };
	struct olt_id olt = { SITE_OLT };
	struct packed p;
	struct seen seen = { 0 };
	struct vec ids = VEC_INIT(int64_t);
	struct err err = { 0 };
	int64_t count = 0, found = -1;

	site_make(b);
	add_onus(b);
	p = make_one(b, 1, 1, ONUS, take_term(b, "one"), 1);
	check_rc(store_incident_members(b->db, &wish, take_member, &seen, &count, &err),
	    RC_OK);
	assert_int_equal(count, ONUS);
	assert_int_equal(seen.n, 2);
	assert_string_equal(seen.serial, "HWTC00000008");
	check_rc(store_incident_of_onu(
		     b->db, (struct onu_id){ 3 }, olt, "0/1/0:3", &found, &err),
	    RC_OK);
	assert_int_equal(found, 1);
	/* The first one is back: the incident does not explain it any more. */
	check_rc(store_incident_of_onu(
		     b->db, (struct onu_id){ 1 }, olt, "0/1/0:1", &found, &err),
	    RC_OK);
	assert_int_equal(found, 0);
	check_rc(store_incidents_of_onu(b->db, (struct onu_id){ 1 }, &ids, &err), RC_OK);
	assert_int_equal(ids.n, 1);
	vec_fini(&ids);
	buf_fini(&p.bytes);
}

static void
an_incident_about_one_onu_is_found_by_it_and_is_like_none_of_another(void **state)
{
	struct backend *b = backend_of(state);
	struct packed p[2];
	struct vec ids = VEC_INIT(int64_t);
	struct err err = { 0 };
	int64_t term;

	site_make(b);
	add_onus(b);
	term = take_term(b, "one");
	p[0] = make_one(b, 1, 1, 1, term, 1);
	p[1] = make_one(b, 2, 2, 1, term, 2);
	site_do(b->db, "DELETE FROM incident_ports");
	site_do(b->db,
	    "UPDATE incidents SET kind = 'optics', root_kind = 'onu', subject = id");
	check_rc(store_incidents_of_onu(b->db, (struct onu_id){ 2 }, &ids, &err), RC_OK);
	assert_int_equal(ids.n, 1);
	assert_int_equal(*VEC_AT(&ids, int64_t, 0), 2);
	vec_clear(&ids);
	check_rc(store_incidents_similar(b->db, 2, &ids, &err), RC_OK);
	assert_int_equal(ids.n, 0);
	vec_fini(&ids);
	buf_fini(&p[0].bytes);
	buf_fini(&p[1].bytes);
}

static void
similar_ones_have_the_same_root_or_half_of_the_customers(void **state)
{
	struct backend *b = backend_of(state);
	struct packed p[3];
	struct vec ids = VEC_INIT(int64_t);
	struct err err = { 0 };
	int64_t term;

	site_make(b);
	add_onus(b);
	term = take_term(b, "one");
	p[0] = make_one(b, 1, 1, 6, term, 1);
	p[1] = make_one(b, 2, 7, 2, term, 2);
	p[2] = make_one(b, 3, 1, 6, term, 3);
	/* Parts of the port: only members tell them apart. */
	site_do(b->db, "UPDATE incidents SET root_kind = 'part', node_id = id");
	check_rc(store_incidents_similar(b->db, 3, &ids, &err), RC_OK);
	assert_int_equal(ids.n, 1);
	assert_int_equal(*VEC_AT(&ids, int64_t, 0), 1);
	vec_clear(&ids);
	site_do(b->db, "UPDATE incidents SET root_kind = 'port', node_id = NULL");
	check_rc(store_incidents_similar(b->db, 3, &ids, &err), RC_OK);
	assert_int_equal(ids.n, 2);
	vec_fini(&ids);
	for (int i = 0; i < 3; i++)
		buf_fini(&p[i].bytes);
}

static void
the_first_who_acknowledges_wins_and_the_watcher_keeps_what_people_said(void **state)
{
	struct backend *b = backend_of(state);
	struct incident_doing ack = { .incident = 1,
		.act = INCIDENT_ACK,
		.who = "ana",
		.until_ms = SITE_MS + 100000,
		.now_ms = SITE_MS };
	struct incident_doing note = { .incident = 1,
		.act = INCIDENT_NOTE,
		.who = "ana",
		.text = "crew is there",
		.now_ms = SITE_MS };
	static const struct watch_log LAPSED[] = { { "ack_lapsed", "{}", SITE_MS } };
	struct packed p;
	struct watch_incident i;
	struct err err = { 0 };
	bool was_written = false;
	int64_t term;

	site_make(b);
	add_onus(b);
	term = take_term(b, "one");
	p = make_one(b, 1, 1, ONUS, term, 1);
	check_rc(store_incident_act(b->db, &ack, &err), RC_OK);
	ack.who = "luis";
	check_rc(store_incident_act(b->db, &ack, &err), RC_CONFLICT);
	assert_non_null(strstr(err.msg, "ana"));
	check_rc(store_incident_act(b->db, &note, &err), RC_OK);
	i = example(1, &p.port);
	i.is_new = false;
	i.n_logs = 0;
	check_rc(write_one(b, term, 2, &i, &was_written), RC_OK);
	assert_string_equal(
	    site_ask_text(b->db, "SELECT acked_by FROM incidents"), "ana");
	assert_string_equal(
	    site_ask_text(b->db, "SELECT note FROM incidents"), "crew is there");
	i.logs = LAPSED;
	i.n_logs = 1;
	check_rc(write_one(b, term, 3, &i, &was_written), RC_OK);
	assert_string_equal(site_ask_text(b->db, "SELECT acked_by FROM incidents"), "");
	ack.incident = 99;
	check_rc(store_incident_act(b->db, &ack, &err), RC_NOT_FOUND);
	buf_fini(&p.bytes);
}

static void
members_go_before_their_incident_and_the_newest_number_stays(void **state)
{
	struct backend *b = backend_of(state);
	struct retention_rules rules = { .incidents_ms = 100 * RETENTION_DAY_MS,
		.members_ms = 10 * RETENTION_DAY_MS };
	struct packed p[3];
	int64_t term;

	site_make(b);
	add_onus(b);
	term = take_term(b, "one");
	for (int i = 0; i < 3; i++)
		p[i] = make_one(b, i + 1, 1, ONUS, term, i + 1);
	site_do(
	    b->db, "UPDATE incidents SET state = 'closed', closed_ms = 1 WHERE id = 1");
	site_do(b->db,
	    "UPDATE incidents SET state = 'closed', closed_ms = 4320000001 WHERE id = 2");
	site_do(
	    b->db, "UPDATE incidents SET state = 'closed', closed_ms = 1 WHERE id = 3");
	for (struct retention_sweep sweep = RETENTION_SWEEP; !sweep.is_over;)
		check_rc(store_retain_step(
			     b->db, &rules, 101 * RETENTION_DAY_MS, &sweep, NULL),
		    RC_OK);
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM incidents"), 2);
	assert_int_equal(site_ask(b->db, "SELECT MIN(id) FROM incidents"), 2);
	assert_int_equal(
	    site_ask(
		b->db, "SELECT COUNT(*) FROM incident_ports WHERE members IS NOT NULL"),
	    0);
	assert_int_equal(site_ask(b->db, "SELECT MIN(down) FROM incident_ports"), ONUS);
	for (int i = 0; i < 3; i++)
		buf_fini(&p[i].bytes);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(a_batch_is_written_once_and_only_in_its_term),
		ON_EACH(what_an_incident_is_may_change),
		ON_EACH(facts_of_many_onus_are_written_once_each),
		ON_EACH(evidence_of_many_incidents_replaces_what_was_there),
		ON_EACH(incidents_are_loaded_as_they_were),
		ON_EACH(members_are_unpacked_page_by_page_and_found_by_their_onu),
		ON_EACH(
		    an_incident_about_one_onu_is_found_by_it_and_is_like_none_of_another),
		ON_EACH(similar_ones_have_the_same_root_or_half_of_the_customers),
		ON_EACH(
		    the_first_who_acknowledges_wins_and_the_watcher_keeps_what_people_said),
		ON_EACH(members_go_before_their_incident_and_the_newest_number_stays),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
