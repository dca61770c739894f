/* SPDX-License-Identifier: Apache-2.0
 *
 * The watcher's thread on both databases: troubles of the system, our own blindness,
 * maintenance windows that begin and end by time, and what must be known after a restart.
 * The engine is made up.
 */
#include "site.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "engine/engine.h"
#include "store/core/writer.h"
#include "store/incident/watch_load.h"
#include "watcher/watcher.h"

enum { ONUS = 8, MINUTE = 60000, HOUR = 60 * MINUTE, WAIT_MS = 60000 };

/* ---- a program around it ---------------------------------------------------------------- */

struct program {
	struct backend *b;
	struct writer *writer;
	struct watcher *watcher;
	struct watcher_around around;
};

static enum rc
refuse_look(void *ctx, const struct engine_look *look)
{
	(void)ctx;
	(void)look;
	return RC_BUSY;
}

static void
show_around(void *ctx, struct watcher_around *ret)
{
	const struct program *p = ctx;

	*ret = p->around;
}

static void
start(struct program *p)
{
	struct writer_options options = WRITER_OPTIONS;
	struct watcher_options watching = { .database = p->b->where,
		.machine = "test",
		.rules = watch_rules(),
		.telling = { "", "en", "" },
		.ops = { refuse_look, show_around, p } };
	struct db *db = NULL;
	struct err err = { 0 };

	if (db_open(p->b->where, DB_WRITE, &db, &err) != RC_OK ||
	    writer_start(db, &options, &p->writer, &err) != RC_OK)
		fail_msg("%s", err.msg);
	watching.writer = p->writer;
	if (watcher_start(&watching, &p->watcher, &err) != RC_OK)
		fail_msg("%s", err.msg);
}

static void
stop(struct program *p)
{
	watcher_stop(p->watcher);
	check_rc(writer_stop(p->writer, 10000), RC_OK);
	watcher_free(p->watcher);
	writer_free(p->writer);
	p->watcher = NULL;
	p->writer = NULL;
}

static void
nap(void)
{
	const struct timespec t = { 0, 20000000 };

	(void)nanosleep(&t, NULL);
}

/* Until the query answers this. */
static void
await(struct program *p, const char *sql, int64_t expected)
{
	int64_t until_ms = clock_mono_ms() + WAIT_MS, found;

	while ((found = site_ask(p->b->db, sql)) != expected) {
		if (clock_mono_ms() > until_ms)
			fail_msg("%s: %lld, not %lld", sql, (long long)found,
			    (long long)expected);
		nap();
	}
}

/* Until it has judged everything some more times. */
static void
await_rounds(struct program *p, int64_t n)
{
	int64_t from = watcher_figures(p->watcher).rounds;
	int64_t until_ms = clock_mono_ms() + WAIT_MS;

	while (watcher_figures(p->watcher).rounds < from + n) {
		if (clock_mono_ms() > until_ms)
			fail_msg("it makes no rounds");
		watcher_wake(p->watcher);
		nap();
	}
}

__attribute__((format(printf, 2, 3))) static void
run_sql(struct program *p, const char *fmt, ...)
{
	char sql[1024];
	va_list args;

	va_start(args, fmt);
	(void)vsnprintf(sql, sizeof(sql), fmt, args);
	va_end(args);
	site_do(p->b->db, sql);
}

static long long
ago(int64_t ms)
{
	return (long long)(clock_wall_ms() - ms);
}

/* An OLT with one port of 8 ONUs, all of them online. */
static struct program
a_site(void **state)
{
	struct program p = { .b = backend_of(state) };

	site_make(p.b);
	for (int i = 1; i <= ONUS; i++)
		run_sql(&p,
		    "INSERT INTO onus (id, olt_id, pos_has, frame, slot, port, onu, "
		    "place, serial, first_seen_ms, last_seen_ms, run_state) VALUES "
		    "(%d, 1, 30, 0, 1, 0, %d, '0/1/0:%d', 'HWTC%08d', 1, 1, 'online')",
		    i, i, i, i);
	return p;
}

/* ---- troubles ----------------------------------------------------------------------------- */

static void
make_troubles(struct program *p)
{
	run_sql(p, "UPDATE olts SET hold_walks = 1, hold_seen = 3, last_walk_ms = %lld",
	    ago(HOUR));
	run_sql(p,
	    "INSERT INTO coordinator_logs (olt_id, event_type, level, message, at_ms) "
	    "VALUES (1, 'WALK_HELD', 'ERROR', 'x', %lld)",
	    ago(5 * MINUTE));
	run_sql(p,
	    "INSERT INTO violations (olt_id, job_id, task_type, period_start_ms, "
	    "period_end_ms, severity, report, created_ms) VALUES (1, 1, 'states', %lld, "
	    "%lld, 'HIGH', '{}', %lld)",
	    ago(2 * HOUR), ago(HOUR), ago(HOUR));
	run_sql(p,
	    "INSERT INTO channels (id, kind, name, state, last_error, failing_since_ms, "
	    "created_ms, updated_ms) VALUES (7, 'webhook', 'noc', 'failing', "
	    "'no route to host', %lld, 1, 1)",
	    ago(11 * MINUTE));
	run_sql(p,
	    "INSERT INTO maintenances (id, title, from_ms, created_ms, updated_ms) "
	    "VALUES (9, 'new cards', %lld, 1, 1)",
	    ago(25 * HOUR));
	p->around = (struct watcher_around){ .engine_ms = clock_wall_ms() + HOUR,
		.saturated_ms = clock_wall_ms() - 6 * MINUTE,
		.saturation = "more than 75 % of the pollers are busy",
		.is_disk_full = true };
}

static void
troubles_are_incidents_and_end_also_after_a_restart(void **state)
{
	static const char OPEN[] = "SELECT COUNT(*) FROM incidents WHERE state = 'open'";
	struct program p = a_site(state);

	make_troubles(&p);
	start(&p);
	await(&p, OPEN, 6);
	stop(&p);
	assert_int_equal(site_ask(p.b->db,
			     "SELECT COUNT(DISTINCT kind) FROM incidents WHERE kind IN "
			     "('walk_held', 'quota', 'channel_dead', 'window_open', "
			     "'saturated', 'store')"),
	    6);
	assert_int_equal(site_ask(p.b->db,
			     "SELECT subject FROM incidents WHERE kind = 'channel_dead'"),
	    7);
	assert_non_null(
	    strstr(site_ask_text(
		       p.b->db, "SELECT params FROM incidents WHERE kind = 'walk_held'"),
		"\"n\":5"));
	assert_non_null(strstr(
	    site_ask_text(p.b->db, "SELECT params FROM incidents WHERE kind = 'store'"),
	    "disk_full"));

	/* Nothing changes: nothing is repeated. */
	start(&p);
	await_rounds(&p, 3);
	stop(&p);
	assert_int_equal(site_ask(p.b->db, "SELECT COUNT(*) FROM incidents"), 6);

	/* All of it ends while nobody watches. */
	run_sql(&p, "UPDATE olts SET hold_walks = 0, last_walk_ms = %lld", ago(0));
	run_sql(&p, "UPDATE violations SET acked_ms = %lld", ago(0));
	run_sql(&p, "UPDATE channels SET state = 'ok', failing_since_ms = NULL");
	run_sql(&p, "UPDATE maintenances SET ended_ms = %lld", ago(0));
	p.around.saturated_ms = 0;
	p.around.is_disk_full = false;
	start(&p);
	await(&p, "SELECT COUNT(*) FROM incidents WHERE state = 'resolved'", 6);
	stop(&p);
	assert_int_equal(site_ask(p.b->db, "SELECT COUNT(*) FROM incidents"), 6);
}

/* What is short, old, low or met is no trouble. */
static void
what_is_no_trouble_is_no_incident(void **state)
{
	struct program p = a_site(state);

	make_troubles(&p);
	run_sql(&p, "UPDATE olts SET last_walk_ms = %lld", ago(MINUTE));
	run_sql(&p, "UPDATE violations SET severity = 'MEDIUM'");
	run_sql(&p, "UPDATE channels SET failing_since_ms = %lld", ago(9 * MINUTE));
	run_sql(&p, "UPDATE maintenances SET from_ms = %lld", ago(23 * HOUR));
	p.around.saturated_ms = clock_wall_ms() - MINUTE;
	p.around.is_disk_full = false;
	start(&p);
	await_rounds(&p, 3);
	stop(&p);
	assert_int_equal(site_ask(p.b->db, "SELECT COUNT(*) FROM incidents"), 0);
}

/* ---- two programs on one database ----------------------------------------------------------- */

static void
await_over(struct program *p)
{
	int64_t until_ms = clock_mono_ms() + WAIT_MS;

	while (!watcher_figures(p->watcher).is_over) {
		if (clock_mono_ms() > until_ms)
			fail_msg("both watch");
		watcher_wake(p->watcher);
		nap();
	}
}

static void
channel_fails(struct program *p, int id)
{
	run_sql(p,
	    "INSERT INTO channels (id, kind, name, state, last_error, failing_since_ms, "
	    "created_ms, updated_ms) VALUES (%d, 'webhook', 'noc %d', 'failing', "
	    "'no route to host', %lld, 1, 1)",
	    id, id, ago(11 * MINUTE));
	/* So that they look at once. */
	run_sql(p,
	    "INSERT INTO audit_log (at_ms, user_name, action, entity, entity_id) "
	    "VALUES (%lld, 'ana', 'update', 'channel', %d)",
	    ago(0), id);
}

/* The one that began last: what the other decides is refused by the database. */
static void
of_two_watchers_one_writes(void **state)
{
	static const char OPEN[] = "SELECT COUNT(*) FROM incidents WHERE state = 'open'";
	struct program first = a_site(state), second = { .b = first.b };

	first.around.engine_ms = second.around.engine_ms = clock_wall_ms() + HOUR;
	start(&first);
	channel_fails(&first, 7);
	await(&first, OPEN, 1);
	start(&second);
	assert_false(watcher_figures(second.watcher).is_over);
	channel_fails(&second, 8);
	await(&second, OPEN, 2);
	await_over(&first);
	assert_false(watcher_figures(second.watcher).is_over);
	stop(&first);

	/* And back again. Nothing was written twice. */
	start(&first);
	channel_fails(&first, 9);
	await(&first, OPEN, 3);
	await_over(&second);
	stop(&second);
	await_rounds(&first, 2);
	stop(&first);
	assert_int_equal(site_ask(first.b->db, "SELECT COUNT(*) FROM incidents"), 3);
	assert_int_equal(
	    site_ask(first.b->db, "SELECT COUNT(DISTINCT subject) FROM incidents"), 3);
	assert_int_equal(site_ask(first.b->db,
			     "SELECT COUNT(*) FROM incident_log WHERE kind = 'opened'"),
	    3);
	assert_int_equal(site_ask(first.b->db, "SELECT term FROM watch_terms"), 3);
}

/* A row that the database refuses is no other program. */
static void
what_the_database_refuses_is_tried_again(void **state)
{
	struct program p = a_site(state);

	p.around.engine_ms = clock_wall_ms() + HOUR;
	start(&p);
	channel_fails(&p, 7);
	await(&p, "SELECT COUNT(*) FROM incidents", 1);
	run_sql(&p, "CREATE UNIQUE INDEX in_the_way ON incidents (kind)");
	channel_fails(&p, 8);
	await_rounds(&p, 3);
	assert_int_equal(site_ask(p.b->db, "SELECT COUNT(*) FROM incidents"), 1);
	assert_false(watcher_figures(p.watcher).is_over);
	run_sql(&p, "DROP INDEX in_the_way");
	await(&p, "SELECT COUNT(*) FROM incidents WHERE state = 'open'", 2);
	stop(&p);
}

/* ---- blindness ---------------------------------------------------------------------------- */

static void
dead_canaries_mean_that_we_see_nothing(void **state)
{
	static const char SEEN[] = "SELECT COUNT(*) FROM incidents WHERE "
				   "kind = 'collector' AND state = 'open'";
	struct program p = a_site(state);
	struct err err = { 0 };

	check_rc(canaries_read("tcp://192.0.2.1:53, olt://nobody, olt://olt-1",
		     &p.around.canaries, &err),
	    RC_OK);
	p.around.engine_ms = clock_wall_ms() + HOUR;
	p.around.are_canaries_dead = true;
	run_sql(&p, "UPDATE olts SET name = 'olt-1' WHERE id = 1");
	start(&p); /* the OLT answers */
	await_rounds(&p, 3);
	stop(&p);
	assert_int_equal(site_ask(p.b->db, "SELECT COUNT(*) FROM incidents"), 0);

	run_sql(&p, "UPDATE olts SET not_answering_ms = %lld", ago(MINUTE));
	start(&p);
	await(&p, SEEN, 1);
	stop(&p);
	assert_non_null(
	    strstr(site_ask_text(
		       p.b->db, "SELECT params FROM incidents WHERE kind = 'collector'"),
		"canaries"));

	p.around.are_canaries_dead = false;
	start(&p);
	await(&p, SEEN, 0);
	stop(&p);
}

/* ---- windows ------------------------------------------------------------------------------ */

/* All went down half an hour ago, and nobody judged it. */
static void
all_go_down(struct program *p)
{
	for (int i = 1; i <= ONUS; i++)
		run_sql(p,
		    "INSERT INTO onu_events (onu_id, olt_id, kind, at_ms, state, cause) "
		    "VALUES (%d, 1, 'run_state', %lld, 'los_onu', 'los_onu')",
		    i, ago(30 * MINUTE));
	run_sql(p, "UPDATE onus SET run_state = 'los_onu', cause_state = 'los_onu'");
}

static void
a_window(struct program *p, const char *mode, int64_t ended_ago_ms)
{
	run_sql(p,
	    "INSERT INTO maintenances (id, title, filter, mode, from_ms, until_ms, "
	    "created_ms, updated_ms) VALUES (9, 'new cards', "
	    "'[{\"field\":\"port\",\"op\":\"=\",\"value\":\"0/1/0\"}]', '%s', %lld, "
	    "%lld, "
	    "1, 1)",
	    mode, ago(2 * HOUR), ago(ended_ago_ms));
}

/* It ran before, and was stopped half a minute ago: it saw everything until then. */
static void
it_ran_before(struct program *p)
{
	start(p);
	await(p, "SELECT COUNT(*) FROM event_readers", 1);
	stop(p);
	run_sql(p, "UPDATE event_readers SET at_ms = %lld", ago(MINUTE / 2));
}

static void
what_a_held_window_left_is_judged_ten_minutes_later_also_after_a_restart(void **state)
{
	struct program p = a_site(state);

	p.around.engine_ms = clock_wall_ms() + HOUR;
	it_ran_before(&p);
	all_go_down(&p);
	a_window(&p, "hold", 5 * MINUTE);
	start(&p); /* five minutes are left */
	await_rounds(&p, 3);
	stop(&p);
	assert_int_equal(site_ask(p.b->db, "SELECT COUNT(*) FROM incidents"), 0);

	run_sql(&p, "UPDATE event_readers SET at_ms = %lld", ago(MINUTE / 2));
	run_sql(&p, "UPDATE maintenances SET until_ms = %lld",
	    ago(10 * MINUTE + 10000)); /* ten seconds ago it was due */
	start(&p);
	await(&p, "SELECT COUNT(*) FROM incidents WHERE kind = 'outage'", 1);
	stop(&p);
	assert_int_equal(site_ask(p.b->db, "SELECT affected FROM incidents"), ONUS);
	assert_true(site_ask(p.b->db, "SELECT since_ms FROM incidents") <
	    clock_wall_ms() - 29 * MINUTE);
}

/* Another port is not the window's. */
static void
a_window_leaves_only_what_is_its_own(void **state)
{
	struct program p = a_site(state);

	p.around.engine_ms = clock_wall_ms() + HOUR;
	it_ran_before(&p);
	all_go_down(&p);
	a_window(&p, "hold", 10 * MINUTE + 10000);
	run_sql(&p,
	    "UPDATE maintenances SET filter = "
	    "'[{\"field\":\"port\",\"op\":\"=\",\"value\":\"0/1/5\"}]'");
	start(&p);
	await_rounds(&p, 3);
	stop(&p);
	assert_int_equal(site_ask(p.b->db, "SELECT COUNT(*) FROM incidents"), 0);
}

static void
planned_work_begins_and_ends(void **state)
{
	struct program p = a_site(state);

	p.around.engine_ms = clock_wall_ms() + HOUR;
	a_window(&p, "plan", -HOUR);
	start(&p);
	await(&p,
	    "SELECT COUNT(*) FROM incidents WHERE kind = 'planned' AND state = 'open' "
	    "AND place = '0/1/0' AND at_risk = 8",
	    1);
	stop(&p);
	start(&p);
	await_rounds(&p, 3);
	assert_int_equal(site_ask(p.b->db, "SELECT COUNT(*) FROM incidents"), 1);
	/* A person ends it. */
	run_sql(&p, "UPDATE maintenances SET ended_ms = %lld", ago(0));
	run_sql(&p,
	    "INSERT INTO audit_log (at_ms, user_name, action, entity, entity_id) "
	    "VALUES (%lld, 'ana', 'update', 'maintenance', 9)",
	    ago(0));
	await(&p, "SELECT COUNT(*) FROM incidents WHERE state = 'resolved'", 1);
	stop(&p);
}

/* ---- what must be known after a restart ----------------------------------------------------- */

/* A watch from the database. */
static struct watch *
loaded(struct program *p, int64_t now_ms)
{
	struct watch_rules rules = watch_rules();
	struct watch *w = NULL;
	struct err err = { 0 };

	check_rc(watch_new(&rules, 1, &w), RC_OK);
	if (store_watch_load(p->b->db, w, now_ms, &err) != RC_OK)
		fail_msg("%s", err.msg);
	watch_begin(w, 0, now_ms);
	return w;
}

/* The first n ONUs go down. */
static struct watch_incident
go_down(struct watch *w, int n, int64_t now_ms)
{
	const struct watch_incident *in = NULL;

	for (int i = 1; i <= n; i++) {
		struct watch_change c = { .onu = { i },
			.kind = ONU_RUN_STATE,
			.at_ms = now_ms,
			.state = STATE_LOS_ONU,
			.cause = STATE_LOS_ONU };

		watch_onu_changed(w, &c);
	}
	watch_reading(w,
	    &(struct watch_reading){
		{ 1 }, now_ms - 1000, now_ms, now_ms - MINUTE, true });
	watch_run(w, now_ms);
	in = watch_take_incident(w);
	if (!in)
		fail_msg("there is no incident");
	return *in;
}

static struct watch_incident
cut(struct program *p, int n, struct watch **ret_watch)
{
	int64_t now_ms = clock_wall_ms();

	*ret_watch = loaded(p, now_ms);
	return go_down(*ret_watch, n, now_ms);
}

static void
what_ports_and_cards_said_counts_after_a_restart(void **state)
{
	struct program p = a_site(state);
	struct watch *w = NULL;

	run_sql(&p,
	    "INSERT INTO pon_ports (olt_id, pos_has, frame, slot, port, place, state, "
	    "cause, "
	    "first_seen_ms, updated_ms) VALUES (1, 14, 0, 1, 0, '0/1/0', 'offline', "
	    "'module_absent', 1, 1)");
	assert_int_equal(cut(&p, ONUS, &w).cause, WATCH_CAUSE_SFP);
	watch_free(w);
	/* Up again: the cause that the device still shows is an old one. */
	run_sql(&p, "UPDATE pon_ports SET state = 'online'");
	assert_int_not_equal(cut(&p, ONUS, &w).cause, WATCH_CAUSE_SFP);
	watch_free(w);
	run_sql(&p,
	    "INSERT INTO chassis_health (olt_id, part, state, updated_ms) VALUES "
	    "(1, 'uplink 0/1', 'fault', 1), (1, 'board 0/2', 'fault', 1), "
	    "(1, '', 'fault', 1)");
	assert_int_not_equal(cut(&p, ONUS, &w).cause, WATCH_CAUSE_CARD);
	watch_free(w);
	run_sql(&p,
	    "INSERT INTO chassis_health (olt_id, part, state, updated_ms) VALUES "
	    "(1, 'board 0/1', 'fault', 1)");
	assert_int_equal(cut(&p, ONUS, &w).cause, WATCH_CAUSE_CARD);
	watch_free(w);
}

/* The device says it while the program runs. */
static enum watch_cause
cause_when(struct program *p, const char *place, const char *state)
{
	int64_t now_ms = clock_wall_ms();
	struct watch *w = loaded(p, now_ms);
	struct event_entry event = { .kind = EVENT_PARTS, .olt = { 1 }, .at_ms = now_ms };
	struct err err = { 0 };
	enum watch_cause cause;

	run_sql(p, "DELETE FROM part_events");
	run_sql(p,
	    "INSERT INTO part_events (olt_id, at_ms, part, place, what, value_before, "
	    "value_after) VALUES (1, %lld, 'chassis', '%s', 'state', '', '%s')",
	    (long long)now_ms, place, state);
	if (store_watch_parts(p->b->db, w, &event, &err) != RC_OK)
		fail_msg("%s", err.msg);
	cause = go_down(w, ONUS, now_ms).cause;
	watch_free(w);
	return cause;
}

static void
a_card_that_fails_while_we_watch_is_the_cause(void **state)
{
	struct program p = a_site(state);

	assert_int_equal(cause_when(&p, "board 0/1", "fault"), WATCH_CAUSE_CARD);
	assert_int_not_equal(cause_when(&p, "board 0/1", "online"), WATCH_CAUSE_CARD);
	assert_int_not_equal(cause_when(&p, "board 0/2", "fault"), WATCH_CAUSE_CARD);
	assert_int_not_equal(cause_when(&p, "uplink 0/1", "fault"), WATCH_CAUSE_CARD);
	assert_int_not_equal(cause_when(&p, "fan 0/1", "fault"), WATCH_CAUSE_CARD);
}

/* The first two have one serial. What becomes of it, if they were up so long ago? */
static size_t
duplicates_when(struct program *p, int64_t first_ago_ms, int64_t second_ago_ms)
{
	int64_t now_ms = clock_wall_ms();
	struct watch *w = NULL;
	struct event_entry event = { .kind = EVENT_ONUS, .olt = { 1 }, .at_ms = now_ms };
	struct vec fresh = VEC_INIT(struct watch_fresh);
	struct err err = { 0 };
	size_t n = 0;

	run_sql(p,
	    "UPDATE onus SET serial = 'HWTC1', run_state = 'offline', run_since_ms = "
	    "CASE id WHEN 1 THEN %lld ELSE %lld END WHERE id <= 2",
	    ago(first_ago_ms), ago(second_ago_ms));
	run_sql(p, "UPDATE onus SET run_state = 'online' WHERE id = 1 AND %d = 0",
	    (int)(first_ago_ms != 0));
	run_sql(p, "DELETE FROM onu_events");
	run_sql(p,
	    "INSERT INTO onu_events (onu_id, olt_id, kind, at_ms) VALUES "
	    "(1, 1, 'duplicate', %lld)",
	    (long long)now_ms);
	w = loaded(p, now_ms);
	if (store_watch_onus(p->b->db, w, &event, &fresh, &err) != RC_OK)
		fail_msg("%s", err.msg);
	watch_run(w, now_ms);
	for (const struct watch_incident *i; (i = watch_take_incident(w)) != NULL;)
		n += i->kind == WATCH_DUPLICATE && i->state == WATCH_OPEN;
	watch_free(w);
	vec_fini(&fresh);
	return n;
}

static void
a_serial_at_two_places_counts_if_both_were_up_within_a_day(void **state)
{
	struct program p = a_site(state);

	assert_int_equal(duplicates_when(&p, 0, HOUR), 1);
	assert_int_equal(duplicates_when(&p, 23 * HOUR, 2 * HOUR), 1);
	assert_int_equal(duplicates_when(&p, 0, 25 * HOUR), 0);
	assert_int_equal(duplicates_when(&p, 25 * HOUR, HOUR), 0);
}

static void
a_learnt_group_is_known_after_a_restart_and_is_a_place_when_it_has_a_name(void **state)
{
	struct program p = a_site(state);
	struct watch *w = NULL;
	struct watch_incident in;

	run_sql(&p,
	    "INSERT INTO plant_nodes (id, kind, name, olt_id, place, is_learnt, sure, "
	    "created_ms, updated_ms) VALUES (5, 'group', '', 1, '0/1/0', 1, 50, 1, 1)");
	for (int i = 1; i <= 4; i++)
		run_sql(&p, "INSERT INTO onu_nodes (onu_id, node_id) VALUES (%d, 5)", i);
	in = cut(&p, 4, &w);
	assert_int_equal(in.root, WATCH_ROOT_PART);
	assert_int_equal(in.node_id, 5);
	watch_free(w);
	run_sql(&p, "UPDATE plant_nodes SET name = 'Caja 7', is_learnt = 0");
	in = cut(&p, 4, &w);
	assert_int_equal(in.root, WATCH_ROOT_NODE);
	assert_int_equal(in.node_id, 5);
	assert_string_equal(in.params.node, "Caja 7");
	watch_free(w);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(troubles_are_incidents_and_end_also_after_a_restart),
		ON_EACH(what_is_no_trouble_is_no_incident),
		ON_EACH(of_two_watchers_one_writes),
		ON_EACH(what_the_database_refuses_is_tried_again),
		ON_EACH(dead_canaries_mean_that_we_see_nothing),
		ON_EACH(
		    what_a_held_window_left_is_judged_ten_minutes_later_also_after_a_restart),
		ON_EACH(a_window_leaves_only_what_is_its_own),
		ON_EACH(planned_work_begins_and_ends),
		ON_EACH(what_ports_and_cards_said_counts_after_a_restart),
		ON_EACH(a_card_that_fails_while_we_watch_is_the_cause),
		ON_EACH(a_serial_at_two_places_counts_if_both_were_up_within_a_day),
		ON_EACH(
		    a_learnt_group_is_known_after_a_restart_and_is_a_place_when_it_has_a_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
