/* SPDX-License-Identifier: Apache-2.0
 *
 * From incidents in the database to messages in the outbox, on both back-ends and a clock that
 * moves only when the test says so: what the messages say, and a mail server that was away.
 */
#include "site.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "channel/document.h"
#include "store/incident/incident.h"
#include "store/notify/outbox.h"
#include "store/notify/rows.h"
#include "tell/tell.h"

#define SECOND INT64_C(1000)
#define MINUTE (60 * SECOND)
#define HOUR (60 * MINUTE)

enum { SENT_MAX = 400, TEXT_MAX = 2000 };

struct sent {
	int64_t incident;
	struct target_id target;
	enum outbox_act act;
	char text[TEXT_MAX];
};

struct bed {
	struct backend *b;
	struct db *db;
	struct tell *tell;
	struct target_id chat, mail;
	bool is_mail_down;
	int64_t now_ms;
	int n_claims;
	struct sent sent[SENT_MAX];
	size_t n_sent;
};

static void
ok(enum rc rc, const struct err *err)
{
	if (rc != RC_OK)
		fail_msg("%s", err->msg);
}

/* ---- a site ----------------------------------------------------------------------------- */

static int64_t
put(struct bed *x, const struct entity_type *type, void *row)
{
	struct notify_put how = { type, row, ENTITY_ALL, SITE_MS, NULL };
	struct err err = { 0 };

	ok(store_notify_put(x->db, &how, &err), &err);
	return entity_id(row);
}

static void
put_targets(struct bed *x)
{
	struct channel bot = {
		.kind = CHANNEL_TELEGRAM, .name = "Bot", .enabled = true, .settings = "{}"
	};
	struct channel post = { .kind = CHANNEL_EMAIL,
		.name = "Post",
		.enabled = true,
		.settings = "{\"host\":\"h\"}" };
	struct target chat = { .name = "NOC", .address = "-100", .enabled = true };
	struct target mail = { .name = "Boss", .address = "a@b.c", .enabled = true };
	char targets[64];
	struct route_rule route = { .place = 1,
		.name = "all",
		.enabled = true,
		.filter = "[]",
		.targets = targets,
		.delay_s = -1 };

	chat.channel = put(x, &CHANNEL_ENTITY, &bot);
	mail.channel = put(x, &CHANNEL_ENTITY, &post);
	x->chat.v = put(x, &TARGET_ENTITY, &chat);
	x->mail.v = put(x, &TARGET_ENTITY, &mail);
	(void)snprintf(targets, sizeof(targets), "[%lld, %lld]", (long long)x->chat.v,
	    (long long)x->mail.v);
	site_do(x->db, "DELETE FROM routes");
	(void)put(x, &ROUTE_ENTITY, &route);
}

static struct bed *
bed_new(void **state)
{
	static const struct tell_options OPTIONS = { "America/La_Paz", "es", "" };
	struct bed *x = calloc(1, sizeof(*x));
	struct err err = { 0 };

	assert_non_null(x);
	x->b = backend_of(state);
	x->db = x->b->db;
	x->now_ms = SITE_MS;
	site_make(x->b);
	put_targets(x);
	x->tell = tell_new(&OPTIONS);
	assert_non_null(x->tell);
	ok(tell_load(x->tell, x->db, x->now_ms, &err), &err);
	return x;
}

static void
bed_free(struct bed *x)
{
	tell_free(x->tell);
	free(x);
}
OWNED_BY(struct bed, bed_free);

/* ---- incidents -------------------------------------------------------------------------- */

struct fault {
	int64_t id;
	const char *state, *cause_class;
	int severity, affected;
};

/* As the watch would have written it: a new version. */
static void
set_fault(struct bed *x, const struct fault *f)
{
	bool is_over = strcmp(f->state, "resolved") == 0;
	struct err err = { 0 };
	char sql[1024];

	(void)snprintf(sql, sizeof(sql),
	    "INSERT INTO incidents (id, kind, state, root_kind, olt_id, place, cause, "
	    "cause_class, confidence, severity, affected, affected_max, since_ms, "
	    "since_from_ms, detected_ms, opened_ms, updated_ms) "
	    "VALUES (%lld, 'outage', '%s', 'port', 1, '0/1/3', 'feeder', '%s', 92, %d, "
	    "%d, "
	    "%d, %lld, %lld, %lld, %lld, %lld) ON CONFLICT (id) DO UPDATE SET "
	    "state = excluded.state, cause_class = excluded.cause_class, "
	    "severity = excluded.severity, affected = excluded.affected, "
	    "version = incidents.version + 1",
	    (long long)f->id, f->state, f->cause_class, f->severity, f->affected,
	    f->affected, (long long)x->now_ms, (long long)x->now_ms, (long long)x->now_ms,
	    (long long)x->now_ms, (long long)x->now_ms);
	site_do(x->db, sql);
	(void)snprintf(sql, sizeof(sql),
	    "UPDATE incidents SET resolved_ms = %lld WHERE id = %lld",
	    (long long)x->now_ms, (long long)f->id);
	if (is_over)
		site_do(x->db, sql);
	ok(tell_acted(x->tell, x->db, f->id, &err), &err);
}

static void
act(struct bed *x, int64_t incident, enum incident_act what)
{
	struct incident_doing doing = { .incident = incident,
		.act = what,
		.text = "",
		.who = "ana",
		.now_ms = x->now_ms,
		.until_ms = x->now_ms + 4 * HOUR };
	struct err err = { 0 };

	ok(store_incident_act(x->db, &doing, &err), &err);
	ok(tell_acted(x->tell, x->db, incident, &err), &err);
}

/* ---- the courier ------------------------------------------------------------------------ */

static void
keep_sent(struct bed *x, const struct outbox_claimed *row)
{
	struct sent *s = &x->sent[x->n_sent++];
	json_t *document = json_loads(row->body, 0, NULL);
	struct buf text = BUF_INIT(65536);

	assert_true(x->n_sent < SENT_MAX);
	document_text(document, &text);
	*s = (struct sent){ row->incident, row->target, row->act, "" };
	(void)snprintf(s->text, sizeof(s->text), "%.*s", TEXT_MAX - 1, buf_text(&text));
	buf_fini(&text);
	json_decref(document);
}

static void
deliver(struct bed *x, const struct outbox_claimed *row, const char *token)
{
	bool is_down = x->is_mail_down && row->target.v == x->mail.v;
	char number[32];
	struct outbox_outcome o = { .id = row->id,
		.token = token,
		.state = is_down ? OUTBOX_QUEUED : OUTBOX_SENT,
		.was_tried = true,
		.at_ms = x->now_ms,
		.error = is_down ? "no answer" : "",
		.answer = "",
		.not_before_ms = x->now_ms + 10 * MINUTE,
		.message_ref = is_down || row->act == OUTBOX_EDIT ? NULL : number };
	struct err err = { 0 };

	(void)snprintf(number, sizeof(number), "%lld", (long long)row->id);
	ok(store_outbox_finish(x->db, &o, &err), &err);
	ok(tell_delivered(x->tell, x->db, row->id, &err), &err);
	if (!is_down)
		keep_sent(x, row);
}

static size_t
send_due(struct bed *x)
{
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct outbox_claimed rows[OUTBOX_CLAIM_MAX];
	char token[32];
	struct outbox_claim claim = { token, x->now_ms, OUTBOX_CLAIM_MAX };
	struct err err = { 0 };
	size_t n = 0;

	(void)snprintf(token, sizeof(token), "claim %d", ++x->n_claims);
	ok(db_begin(x->db, &err), &err);
	ok(store_outbox_claim(x->db, NULL, &claim, arena, rows, &n, &err), &err);
	ok(db_commit(x->db, &err), &err);
	for (size_t i = 0; i < n; i++) {
		deliver(x, &rows[i], token);
		outbox_claimed_wipe(&rows[i]);
	}
	return n;
}

/* Those that were too old when somebody claimed: the log of events would say so. */
static void
hear_expired(struct bed *x, int64_t *seen)
{
	char sql[128];
	struct err err = { 0 };
	int64_t id;

	for (;;) {
		(void)snprintf(sql, sizeof(sql),
		    "SELECT MIN(id) FROM outbox WHERE is_expired = 1 AND id > %lld",
		    (long long)*seen);
		id = site_ask(x->db, sql);
		if (id <= 0)
			return;
		*seen = id;
		ok(tell_delivered(x->tell, x->db, id, &err), &err);
	}
}

static void
decide(struct bed *x)
{
	struct tell_batch *batch OWNED(tell_batch_free) = NULL;
	struct err err = { 0 };

	ok(tell_decide(x->tell, x->db, x->now_ms, &batch, &err), &err);
	if (!batch)
		return;
	ok(db_begin(x->db, &err), &err);
	ok(tell_batch_write(batch, x->db, &err), &err);
	ok(db_commit(x->db, &err), &err);
}

static void
pass(struct bed *x, int64_t ms, int64_t step_ms)
{
	int64_t until_ms = x->now_ms + ms, seen = 0;

	for (; x->now_ms < until_ms; x->now_ms += step_ms) {
		decide(x);
		while (send_due(x) > 0)
			decide(x);
		hear_expired(x, &seen);
	}
}

/* ---- looking ---------------------------------------------------------------------------- */

static size_t
count_of(const struct bed *x, struct target_id target, int64_t incident)
{
	size_t n = 0;

	for (size_t i = 0; i < x->n_sent; i++)
		n += x->sent[i].target.v == target.v &&
		    (incident < 0 || x->sent[i].incident == incident);
	return n;
}

/* The newest message of a target; fails if there is none. */
static const struct sent *
last_of(const struct bed *x, struct target_id target)
{
	for (size_t i = x->n_sent; i > 0; i--)
		if (x->sent[i - 1].target.v == target.v)
			return &x->sent[i - 1];
	fail_msg("nothing was sent");
	return NULL;
}

static void
check_says(const struct sent *s, const char *words)
{
	if (!strstr(s->text, words))
		fail_msg("\"%s\" is not in: %s", words, s->text);
}

static void
check_silent_about(const struct sent *s, const char *words)
{
	if (strstr(s->text, words))
		fail_msg("\"%s\" is in: %s", words, s->text);
}

/* ---- what messages say --------------------------------------------------------------------- */

static void
an_acknowledgement_is_seen_in_the_message_of_the_chat(void **state)
{
	struct bed *x OWNED(bed_free) = bed_new(state);
	const struct fault fault = { 71, "open", "fibre", 2, 20 };

	set_fault(x, &fault);
	pass(x, 2 * MINUTE, 5 * SECOND);
	assert_int_equal(count_of(x, x->chat, 71), 1);
	act(x, 71, INCIDENT_ACK);
	pass(x, MINUTE, 5 * SECOND);
	assert_int_equal(last_of(x, x->chat)->act, OUTBOX_EDIT);
	check_says(last_of(x, x->chat), "La atiende ana.");
	act(x, 71, INCIDENT_UNACK);
	pass(x, MINUTE, 5 * SECOND);
	assert_int_equal(last_of(x, x->chat)->act, OUTBOX_EDIT);
	check_says(last_of(x, x->chat), "Ya nadie la atiende.");
	check_silent_about(last_of(x, x->chat), "La atiende ana.");
	assert_int_equal(count_of(x, x->chat, 71), 3);
	assert_int_equal(count_of(x, x->mail, 71), 1); /* a mail cannot be changed */
}

static void
an_acknowledgement_that_lapsed_is_said_with_what_made_it_lapse_34(void **state)
{
	struct bed *x OWNED(bed_free) = bed_new(state);
	const struct fault fault = { 71, "open", "fibre", 2, 20 };
	const struct fault worse = { 71, "open", "fibre", 2, 60 };

	set_fault(x, &fault);
	pass(x, 2 * MINUTE, 5 * SECOND);
	act(x, 71, INCIDENT_ACK);
	pass(x, MINUTE, 5 * SECOND);
	set_fault(x, &worse);
	pass(x, MINUTE, 5 * SECOND);
	assert_int_equal(last_of(x, x->chat)->act, OUTBOX_REPLY);
	check_says(last_of(x, x->chat), "La atención venció.");
	check_says(last_of(x, x->chat), "antes 20, ahora 60");
	check_silent_about(last_of(x, x->chat), "La atiende ana.");
}

static void
a_message_says_what_changed(void **state)
{
	struct bed *x OWNED(bed_free) = bed_new(state);
	const struct fault fault = { 71, "open", "fibre", 1, 10 };
	const struct fault worse = { 71, "open", "power", 2, 40 };
	const struct fault better = { 71, "open", "power", 2, 37 };

	set_fault(x, &fault);
	pass(x, 6 * MINUTE, 5 * SECOND);
	assert_int_equal(count_of(x, x->chat, 71), 1);
	set_fault(x, &worse);
	pass(x, MINUTE, 5 * SECOND);
	check_says(last_of(x, x->chat), "La gravedad subió: antes leve, ahora grave.");
	check_says(last_of(x, x->chat), "La causa cambió: antes fibra, ahora energía.");
	check_says(last_of(x, x->chat), "Clientes sin servicio: antes 10, ahora 40.");
	set_fault(x, &better);
	pass(x, MINUTE, 5 * SECOND);
	assert_int_equal(last_of(x, x->chat)->act, OUTBOX_EDIT);
	check_says(last_of(x, x->chat), "antes 40, ahora 37.");
	check_silent_about(last_of(x, x->chat), "La gravedad");
}

/* ---- silences until it ends ----------------------------------------------------------------- */

static void
silence_until_end(struct bed *x, int64_t incident, const char *who)
{
	struct silence row = {
		.filter = "[]", .incident = incident, .from_ms = x->now_ms, .why = "x"
	};
	struct notify_put how = { &SILENCE_ENTITY, &row, ENTITY_ALL, x->now_ms, who };
	struct err err = { 0 };

	ok(store_notify_put(x->db, &how, &err), &err);
	ok(tell_configure(x->tell, x->db, x->now_ms, &err), &err);
}

static void
an_operators_silence_until_it_ends_lasts_a_day_at_most(void **state)
{
	struct bed *x OWNED(bed_free) = bed_new(state);
	struct fault of_operator = { 71, "open", "fibre", 2, 20 };
	struct fault of_admin = { 72, "open", "fibre", 2, 20 };

	site_do(x->db,
	    "INSERT INTO users (name, password, role, created_ms, updated_ms) VALUES "
	    "('ana', 'x', 'operator', 1, 1), ('root', 'x', 'admin', 1, 1)");
	set_fault(x, &of_operator);
	set_fault(x, &of_admin);
	pass(x, 2 * MINUTE, 10 * SECOND);
	silence_until_end(x, 71, "ana");
	silence_until_end(x, 72, "root");
	of_operator.affected = of_admin.affected = 100;
	set_fault(x, &of_operator);
	set_fault(x, &of_admin);
	pass(x, 23 * HOUR, 10 * MINUTE);
	assert_int_equal(count_of(x, x->chat, 71) + count_of(x, x->chat, 72), 2);
	pass(x, 2 * HOUR, 10 * MINUTE);
	assert_int_equal(count_of(x, x->chat, 71), 2);
	check_says(last_of(x, x->chat), "antes 20, ahora 100");
	assert_int_equal(count_of(x, x->chat, 72), 1);
	of_admin.state = "resolved"; /* its end is told */
	set_fault(x, &of_admin);
	pass(x, HOUR, 10 * MINUTE);
	assert_int_equal(count_of(x, x->chat, 72), 3); /* a reply and an edit */
	check_says(last_of(x, x->chat), "Resuelta");
}

static void
a_restart_counts_nothing_twice_that_a_silence_hides(void **state)
{
	struct bed *x OWNED(bed_free) = bed_new(state);
	struct fault fault = { 71, "open", "fibre", 2, 20 };
	struct err err = { 0 };

	set_fault(x, &fault);
	silence_until_end(x, 71, "ana");
	pass(x, MINUTE, 10 * SECOND);
	assert_int_equal(site_ask(x->db, "SELECT hidden FROM silences"), 1);
	ok(tell_load(x->tell, x->db, x->now_ms, &err), &err);
	pass(x, MINUTE, 10 * SECOND);
	assert_int_equal(site_ask(x->db, "SELECT hidden FROM silences"), 1);
	assert_int_equal(x->n_sent, 0);
}

/* ---- violations of quotas --------------------------------------------------------------------- */

static void
add_violation(struct bed *x, const char *severity, int64_t created_ms)
{
	char sql[512];

	(void)snprintf(sql, sizeof(sql),
	    "INSERT INTO violations (olt_id, job_id, task_type, period_start_ms, "
	    "period_end_ms, severity, report, created_ms) VALUES (1, 1, 'states', %lld, "
	    "%lld, '%s', '{}', %lld)",
	    (long long)(created_ms - HOUR), (long long)created_ms, severity,
	    (long long)created_ms);
	site_do(x->db, sql);
}

/* notified_ms of the violation with this number, 0: nobody was told. */
static int64_t
notified(struct bed *x, int id)
{
	char sql[128];

	(void)snprintf(sql, sizeof(sql),
	    "SELECT COALESCE(notified_ms, 0) FROM violations WHERE id = %d", id);
	return site_ask(x->db, sql);
}

static void
a_violation_is_notified_once_when_its_message_was_sent(void **state)
{
	struct bed *x OWNED(bed_free) = bed_new(state);
	struct fault fault = { 71, "open", "equipment", 2, 0 };
	struct err err = { 0 };
	int64_t first_ms;

	add_violation(x, "CRITICAL", x->now_ms);
	add_violation(x, "LOW", x->now_ms + 1); /* it is no incident */
	set_fault(x, &fault);
	site_do(x->db, "UPDATE incidents SET kind = 'quota'");
	ok(tell_acted(x->tell, x->db, 71, &err), &err);
	pass(x, 30 * SECOND, 10 * SECOND);
	assert_int_equal(notified(x, 1), 0);
	pass(x, 30 * SECOND, 10 * SECOND);
	assert_int_equal(count_of(x, x->chat, 71), 1);
	first_ms = notified(x, 1);
	assert_in_range(first_ms, x->now_ms - MINUTE, x->now_ms);
	assert_int_equal(notified(x, 2), 0);
	add_violation(x, "HIGH", x->now_ms); /* the next hour, before its message */
	pass(x, MINUTE, 10 * SECOND);
	assert_int_equal(notified(x, 3), 0);
	fault.state = "resolved";
	set_fault(x, &fault);
	pass(x, MINUTE, 10 * SECOND);
	assert_int_equal(notified(x, 1), first_ms);
	assert_true(notified(x, 3) > first_ms);
	assert_int_equal(notified(x, 2), 0);
}

/* ---- what is wrong in the database ----------------------------------------------------------- */

/* The service refuses such rows; a file or another version may have brought them. */
static void
a_wrong_row_does_not_take_the_others_along(void **state)
{
	static const char *const WRONG[] = {
		"INSERT INTO routes (place, name, filter, targets, created_ms, "
		"updated_ms) "
		"VALUES (0, 'x', '[{\"field\":\"moon\"}]', '[1]', 1, 1)",
		"INSERT INTO silences (filter, from_ms, created_ms, updated_ms) VALUES "
		"('nonsense', 1, 1, 1)",
		"INSERT INTO maintenances (title, filter, mode, from_ms, rrule, zone, "
		"length_s, created_ms, updated_ms) VALUES ('x', '[]', 'hold', 1, "
		"'FREQ=NEVER', 'Mars/Olympus', 60, 1, 1)",
		"INSERT INTO templates (set_name, language, kind, body, created_ms, "
		"updated_ms) VALUES ('own', 'es', 'incident.opened', '{{moon}}', 1, 1)",
		"UPDATE targets SET zone = 'Mars/Olympus', template_set = 'own'",
	};
	struct bed *x OWNED(bed_free) = bed_new(state);
	const struct fault fault = { 71, "open", "fibre", 2, 20 };
	struct err err = { 0 };

	assert_string_equal(tell_left_out(x->tell), "");
	for (size_t i = 0; i < sizeof(WRONG) / sizeof(WRONG[0]); i++) {
		site_do(x->db, WRONG[i]);
		ok(tell_load(x->tell, x->db, x->now_ms, &err), &err);
		assert_string_not_equal(tell_left_out(x->tell), "");
	}
	set_fault(x, &fault);
	pass(x, 2 * MINUTE, 10 * SECOND);
	assert_int_equal(count_of(x, x->chat, 71), 1);
	check_says(last_of(x, x->chat), "Falla grave");
}

/* ---- many ------------------------------------------------------------------------------------ */

static void
the_end_of_a_storm_lists_what_is_open_and_nobody_attends(void **state)
{
	struct bed *x OWNED(bed_free) = bed_new(state);
	const struct sent *s;

	for (int i = 1; i <= 20; i++) {
		const struct fault fault = { i, "open", "fibre", 2, 20 + i };

		set_fault(x, &fault);
	}
	pass(x, 2 * MINUTE, 10 * SECOND);
	assert_in_range(count_of(x, x->chat, -1), 11, 12); /* and one rolling */
	act(x, 20, INCIDENT_ACK);
	for (int i = 1; i <= 17; i++) {
		const struct fault fault = { i, "resolved", "fibre", 2, 0 };

		set_fault(x, &fault);
	}
	pass(x, 40 * MINUTE, 30 * SECOND);
	s = NULL;
	for (size_t i = 0; i < x->n_sent; i++)
		if (x->sent[i].target.v == x->chat.v &&
		    strstr(x->sent[i].text, "Terminó la avalancha"))
			s = &x->sent[i];
	assert_non_null(s);
	check_says(s, "20 fallas");
	check_says(s, "Siguen abiertas y nadie las atiende: 2.");
	check_says(s, "- 19 ");
	check_says(s, "- 18 ");
	check_silent_about(s, "- 20 ");
}

static void
a_mail_server_away_for_three_hours_sends_no_old_news_32(void **state)
{
	struct bed *x OWNED(bed_free) = bed_new(state);

	x->is_mail_down = true;
	for (int i = 1; i <= 200; i++) {
		const struct fault fault = { i, "open", "fibre", 2, 30 };
		const struct fault over = { i, "resolved", "fibre", 2, 0 };
		bool is_long = i % 10 == 0; /* most of them are told in the chat */

		set_fault(x, &fault);
		pass(x, 50 * SECOND, 25 * SECOND);
		if (!is_long)
			set_fault(x, &over);
	}
	for (int i = 10; i <= 200; i += 10) {
		const struct fault over = { i, "resolved", "fibre", 2, 0 };

		set_fault(x, &over);
	}
	pass(x, 15 * MINUTE, MINUTE);
	assert_true(x->now_ms - SITE_MS > 3 * HOUR - 5 * MINUTE);
	assert_int_equal(count_of(x, x->mail, -1), 0);
	assert_true(count_of(x, x->chat, -1) > 0);
	x->is_mail_down = false;
	pass(x, 30 * MINUTE, MINUTE);
	assert_in_range(count_of(x, x->mail, -1), 0, 1);
	/* What is said is about no single one of them. */
	assert_int_equal(count_of(x, x->mail, -1), count_of(x, x->mail, 0));
	assert_int_equal(
	    site_ask(x->db, "SELECT COUNT(*) FROM outbox WHERE state = 'queued'"), 0);
}

static void
what_is_still_open_when_the_mail_server_is_back_is_told_once_as_it_is(void **state)
{
	struct bed *x OWNED(bed_free) = bed_new(state);
	struct fault fault = { 71, "open", "fibre", 2, 30 };

	x->is_mail_down = true;
	set_fault(x, &fault);
	pass(x, 90 * MINUTE, MINUTE);
	fault.affected = 44;
	set_fault(x, &fault);
	pass(x, 90 * MINUTE, MINUTE);
	x->is_mail_down = false;
	pass(x, 30 * MINUTE, MINUTE);
	assert_int_equal(count_of(x, x->mail, -1), 1);
	check_says(last_of(x, x->mail), "Clientes sin servicio: 44");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(an_acknowledgement_is_seen_in_the_message_of_the_chat),
		ON_EACH(
		    an_acknowledgement_that_lapsed_is_said_with_what_made_it_lapse_34),
		ON_EACH(a_message_says_what_changed),
		ON_EACH(an_operators_silence_until_it_ends_lasts_a_day_at_most),
		ON_EACH(a_restart_counts_nothing_twice_that_a_silence_hides),
		ON_EACH(a_violation_is_notified_once_when_its_message_was_sent),
		ON_EACH(a_wrong_row_does_not_take_the_others_along),
		ON_EACH(the_end_of_a_storm_lists_what_is_open_and_nobody_attends),
		ON_EACH(a_mail_server_away_for_three_hours_sends_no_old_news_32),
		ON_EACH(
		    what_is_still_open_when_the_mail_server_is_back_is_told_once_as_it_is),
	};

	return cmocka_run_group_tests_name("tell", tests, NULL, NULL);
}
