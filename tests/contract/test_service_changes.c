/* SPDX-License-Identifier: Apache-2.0
 *
 * Two changes of one thing at the same time: each writes only what it was given.
 *
 * The writer is stopped until both calls have read the old row and wait to be written, so
 * the order of events is the same on every machine.
 */
#include "service_lab.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include "store/olt/olt.h"
#include "store/core/writer.h"

/* ---- a writer that stands still ------------------------------------------------------ */

struct gate {
	pthread_mutex_t lock;
	pthread_cond_t opened;
	bool is_open;
};

static enum rc
wait_at_gate(void *ctx, struct db *db, struct err *err)
{
	struct gate *g = ctx;

	(void)db;
	(void)err;
	pthread_mutex_lock(&g->lock);
	while (!g->is_open)
		pthread_cond_wait(&g->opened, &g->lock);
	pthread_mutex_unlock(&g->lock);
	return RC_OK;
}

static void
gate_passed(void *ctx, enum rc rc, const char *message)
{
	(void)ctx;
	(void)message;
	check_rc(rc, RC_OK);
}

static void
keep(void *ctx)
{
	(void)ctx; /* the test's */
}

static void
open_gate(struct gate *g)
{
	pthread_mutex_lock(&g->lock);
	g->is_open = true;
	pthread_cond_broadcast(&g->opened);
	pthread_mutex_unlock(&g->lock);
}

/* ---- two calls at once ----------------------------------------------------------------- */

struct one_call {
	struct lab *lab;
	const char *operation;
	json_t *args;
	struct service_answer answer;
	pthread_t thread;
	atomic_bool is_over;
};

static void *
make_call(void *ctx)
{
	struct one_call *c = ctx;
	struct caller who = { .name = "ana", .role = ROLE_ADMIN, .address = "local" };

	service_call(c->lab->service, &who, c->operation, c->args, &c->answer);
	c->is_over = true;
	return NULL;
}

static json_t *
json_of(const char *text)
{
	char copy[2048];
	json_t *value;

	(void)snprintf(copy, sizeof(copy), "%s", text);
	for (char *p = copy; *p; p++)
		*p = *p == '\'' ? '"' : *p;
	value = json_loads(copy, JSON_DECODE_ANY, NULL);
	assert_non_null(value);
	return value;
}

/* Until n pieces wait for the writer; a call that was refused never gets there. */
static void
wait_for_pieces(struct lab *l, size_t n, const struct one_call *call)
{
	struct timespec nap = { 0, 5 * 1000000L };

	while (writer_figures(l->writer).waiting < n && !call->is_over)
		(void)nanosleep(&nap, NULL);
}

static void
call_both(struct lab *l, const char *operation, const char *const args[2],
    struct one_call calls[2])
{
	struct gate gate = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false };
	struct writer_work stop = { wait_at_gate, gate_passed, keep, &gate };

	check_rc(writer_put_urgent(l->writer, &stop), RC_OK);
	for (size_t i = 0; i < 2; i++) {
		calls[i] = (struct one_call){
			.lab = l, .operation = operation, .args = json_of(args[i])
		};
		assert_int_equal(
		    pthread_create(&calls[i].thread, NULL, make_call, &calls[i]), 0);
		wait_for_pieces(l, i + 2, &calls[i]);
	}
	open_gate(&gate);
	for (size_t i = 0; i < 2; i++) {
		pthread_join(calls[i].thread, NULL);
		json_decref(calls[i].args);
	}
}

#define A_FORMULA                                                 \
	"{'arcs':[{'fields':[{'part':'slot','shift':8,'bits':8}," \
	"{'part':'port','shift':0,'bits':8}]},{'part':'onu','min':1,'max':128}]}"
#define ANOTHER_FORMULA "{'arcs':[{'part':'slot'},{'part':'port'},{'part':'onu'}]}"

/* ---- every entity ------------------------------------------------------------------------ */

struct pair {
	const char *operation;
	const char *args[2]; /* of the two changes */
	const char *shown_by, *shown_args;
	const char *expected; /* of what is shown afterwards */
	size_t place; /* of the row, when a list is shown */
};

static const struct pair PAIRS[] = {
	{ "olt.change",
	    { "{'olt':1,'site':'Sur','port':1161,'community':'again'}",
		"{'olt':1,'description':'new','latitude':-34.5,'longitude':-58.4}" },
	    "olt.get", "{'olt':1}", "{'site':'Sur','port':1161,'description':'new'}", 0 },
	{ "olt.change",
	    { "{'olt':1,'enabled':false,'retries':4}",
		"{'olt':1,'timeout_ms':4000,'batch':'20,1'}" },
	    "olt.get", "{'olt':1}",
	    "{'enabled':false,'retries':4,'timeout_ms':4000,'batch':'20,1'}", 0 },
	{ "brand.change",
	    { "{'id':'Acme','name':'Ajax'}", "{'id':'Acme','description':'from afar'}" },
	    "brand.get", "{'id':'Ajax'}", "{'description':'from afar'}", 0 },
	{ "model.change",
	    { "{'id':'M1','slots':4,'notes':'old'}", "{'id':'M1','ports':8}" },
	    "model.get", "{'id':'M1'}", "{'slots':4,'ports':8,'notes':'old'}", 0 },
	{ "oid.change",
	    { "{'id':%oid,'unit':'V','is_slow':true}",
		"{'id':%oid,'name':'power','keep_previous':true}" },
	    "oid.get", "{'id':%oid}",
	    "{'unit':'V','is_slow':true,'name':'power','keep_previous':true}", 0 },
	{ "formula.change",
	    { "{'id':%formula,'name':'twice'}",
		"{'id':%formula,'definition':" ANOTHER_FORMULA "}" },
	    "formula.get", "{'id':%formula}",
	    "{'name':'twice','definition':" ANOTHER_FORMULA "}", 0 },
	{ "state.change",
	    { "{'id':%state,'label':'Gone'}", "{'id':%state,'meaning':'offline'}" },
	    "state.get", "{'id':%state}", "{'label':'Gone','meaning':'offline'}", 0 },
	{ "job.change",
	    { "{'job':'levels','priority':77,'retry_grows':true}",
		"{'job':'levels','interval':'9m','description':'both'}" },
	    "job.get", "{'job':'levels'}",
	    "{'priority':77,'retry_grows':true,'interval_ms':540000,"
	    "'description':'both'}",
	    0 },
	{ "node.change", { "{'node':1,'interval':'11m'}", "{'node':1,'priority':66}" },
	    "list", "{'list':'nodes','filter':{'id':1}}",
	    "{'interval_ms':660000,'priority':66}", 0 },
	{ "user.change",
	    { "{'user':'eva','full_name':'Eva','role':'operator'}",
		"{'user':'eva','email':'eva@example.net','language':'es'}" },
	    "user.get", "{'user':'eva'}",
	    "{'full_name':'Eva','role':'operator','email':'eva@example.net',"
	    "'language':'es'}",
	    0 },
	{ "snmp.change",
	    { "{'operation':'walk','timeout_ms':7000}",
		"{'operation':'walk','retries':5}" },
	    "snmp.get", "{}", "{'timeout_ms':7000,'retries':5}", 3 },
	{ "channel.change",
	    { "{'id':'hook','name':'ours'}", "{'id':'hook','enabled':false}" },
	    "channel.get", "{'id':'ours'}", "{'name':'ours','enabled':false}", 0 },
	{ "contact.change",
	    { "{'id':'Ana','language':'es'}", "{'id':'Ana','zone':'America/La_Paz'}" },
	    "contact.get", "{'id':'Ana'}", "{'language':'es','zone':'America/La_Paz'}",
	    0 },
	{ "target.change",
	    { "{'id':'NOC','language':'en'}", "{'id':'NOC','enabled':false}" },
	    "target.get", "{'id':'NOC'}", "{'language':'en','enabled':false}", 0 },
	{ "route.change",
	    { "{'id':'all','delay_s':30}", "{'id':'all','is_continue':true}" },
	    "route.get", "{'id':'all'}", "{'delay_s':30,'is_continue':true}", 0 },
	{ "silence.change",
	    { "{'id':1,'why':'storm'}",
		"{'id':1,'filter':[{'field':'severity','op':'=','value':'minor'}]}" },
	    "silence.get", "{'id':1}", "{'why':'storm'}", 0 },
	{ "maintenance.change",
	    { "{'id':1,'title':'Pruning'}", "{'id':1,'mode':'hold'}" }, "maintenance.get",
	    "{'id':1}", "{'title':'Pruning','mode':'hold'}", 0 },
	{ "template.change", { "{'id':1,'set':'short'}", "{'id':1,'body':'y'}" },
	    "template.get", "{'id':1}", "{'set':'short','body':'y'}", 0 },
	{ "plant_node.change",
	    { "{'node':1,'name':'Box 7'}", "{'node':1,'distance_m':3200}" },
	    "plant_node.get", "{'node':1}", "{'name':'Box 7','distance_m':3200}", 0 },
	{ "limit.change", { "{'id':'hot','value':80}", "{'id':'hot','enabled':false}" },
	    "limit.get", "{'id':'hot'}", "{'value':80.0,'enabled':false}", 0 },
	/* A setting is one value: two of them do not meet. */
	{ "setting.change",
	    { "{'setting':'onu_refresh.wait','value':20}",
		"{'setting':'onu_rx.warn','value':-24}" },
	    "setting.get", "{'setting':'onu_rx.warn'}", "{'value':-24.0}", 0 },
};

/* Rows of the catalogue whose number is not known before. */
struct numbers {
	int64_t oid, formula, state;
};

static void
fill(struct lab *l, struct numbers *n)
{
	(void)ask(l, "olt.add", AN_OLT);
	(void)ask(l, "job.add", A_JOB);
	(void)ask(l, "job.apply", "{'job':'levels','olt':1}");
	(void)ask(l, "brand.add", "{'name':'Acme'}");
	(void)ask(l, "model.add", "{'brand':'Acme','name':'M1'}");
	n->oid = int_of(ask(l, "oid.add",
			    "{'brand':'Acme','name':'volts','oid':'1.3.6.1.4.1.9.9.1',"
			    "'purpose':'custom:volts'}"),
	    "id");
	n->formula =
	    int_of(ask(l, "formula.add",
		       "{'brand':'Acme','name':'once','definition':" A_FORMULA "}"),
		"id");
	n->state = int_of(
	    ask(l, "state.add", "{'brand':'Acme','raw':'9','label':'Away'}"), "id");
	(void)ask(l, "user.add", "{'name':'eva','password':'long enough 1'}");
	(void)ask(l, "channel.add",
	    "{'kind':'webhook','name':'hook','settings':{'url':'https://example.net'}}");
	(void)ask(l, "contact.add", "{'name':'Ana'}");
	(void)ask(l, "target.add", "{'name':'NOC','channel':'hook'}");
	(void)ask(l, "route.add", "{'name':'all'}");
	(void)ask(l, "silence.add", "{'for':'1h'}");
	(void)ask(l, "maintenance.add",
	    "{'title':'Poda','from_at':'2026-01-31T12:00:00Z',"
	    "'until_at':'2026-01-31T13:00:00Z'}");
	(void)ask(l, "template.add",
	    "{'set':'long','language':'es','kind':'incident.opened','body':'x'}");
	(void)ask(l, "plant_node.add", "{'name':'box','kind':'box'}");
	(void)ask(
	    l, "limit.add", "{'name':'hot','entity':'olt','purpose':'cpu','value':90}");
}

static const char *
with_numbers(const char *text, const struct numbers *n, char ret[512])
{
	const struct {
		const char *word;
		int64_t number;
	} WORDS[] = { { "%oid", n->oid }, { "%formula", n->formula },
		{ "%state", n->state } };

	(void)snprintf(ret, 512, "%s", text);
	for (size_t i = 0; i < 3; i++) {
		char *at;

		while ((at = strstr(ret, WORDS[i].word)) != NULL) {
			char rest[512];

			(void)snprintf(
			    rest, sizeof(rest), "%s", at + strlen(WORDS[i].word));
			(void)snprintf(at, 512 - (size_t)(at - ret), "%lld%s",
			    (long long)WORDS[i].number, rest);
		}
	}
	return ret;
}

static const json_t *
the_row(const json_t *shown, size_t place)
{
	const json_t *results = json_object_get(shown, "results");

	if (results)
		return json_array_get(results, place);
	return json_is_array(shown) ? json_array_get(shown, place) : shown;
}

/* Some JSON is shown as its text. */
static bool
is_shown_as(const json_t *shown, const json_t *expected)
{
	json_t *parsed;
	bool is_so = json_equal(shown, expected);

	if (is_so || !json_is_string(shown) || !json_is_object(expected))
		return is_so;
	parsed = json_loads(json_string_value(shown), 0, NULL);
	is_so = json_equal(parsed, expected);
	json_decref(parsed);
	return is_so;
}

static void
check_pair(struct lab *l, const struct pair *p, const struct numbers *n)
{
	char texts[2][512], shown_args[512];
	const char *args[2] = { with_numbers(p->args[0], n, texts[0]),
		with_numbers(p->args[1], n, texts[1]) };
	struct one_call calls[2];
	json_t *expected = json_of(p->expected), *value;
	const json_t *row;
	const char *field;

	call_both(l, p->operation, args, calls);
	for (size_t i = 0; i < 2; i++) {
		if (calls[i].answer.rc != RC_OK)
			fail_msg("%s: %s", args[i], calls[i].answer.message);
		service_answer_fini(&calls[i].answer);
	}
	row = the_row(
	    ask(l, p->shown_by, with_numbers(p->shown_args, n, shown_args)), p->place);
	json_object_foreach(expected, field, value)
	{
		if (!is_shown_as(json_object_get(row, field), value)) {
			char *is =
			    json_dumps(json_object_get(row, field), JSON_ENCODE_ANY);

			fail_msg("%s %s and %s: %s is %s", p->operation, args[0], args[1],
			    field, is ? is : "not there");
		}
	}
	json_decref(expected);
}

static void
two_changes_at_once_both_stay(void **state)
{
	struct lab l = { 0 };
	struct numbers n = { 0 };

	lab_open(&l, state);
	fill(&l, &n);
	for (size_t i = 0; i < sizeof(PAIRS) / sizeof(PAIRS[0]); i++)
		check_pair(&l, &PAIRS[i], &n);
	lab_close(&l);
}

/* Every operation that changes given fields is among those above. */
static void
every_operation_that_changes_fields_is_tested(void **state)
{
	static const char END[] = ".change";

	(void)state;
	for (const struct operation *o = service_operations(); o->name; o++) {
		size_t n = strlen(o->name), i = 0, all = sizeof(PAIRS) / sizeof(PAIRS[0]);

		if (n < sizeof(END) || strcmp(o->name + n - (sizeof(END) - 1), END) != 0)
			continue;
		while (i < all && strcmp(PAIRS[i].operation, o->name) != 0)
			i++;
		if (i == all)
			fail_msg("%s has no pair of changes in this test", o->name);
	}
}

/* Secrets are sealed together, and still each is changed alone. */
static void
two_secrets_of_an_olt_changed_at_once_both_stay(void **state)
{
	const char *const args[2] = { "{'olt':1,'auth_pass':'another auth'}",
		"{'olt':1,'priv_pass':'another priv'}" };
	struct lab l = { 0 };
	struct one_call calls[2];
	struct olt_secrets secrets = { 0 };

	lab_open(&l, state);
	(void)ask(&l, "olt.add",
	    "{'name':'v3','address':'192.0.2.3','version':'3','v3_user':'noc',"
	    "'v3_auth':'SHA','v3_priv':'AES','auth_pass':'first auth',"
	    "'priv_pass':'first priv'}");
	call_both(&l, "olt.change", args, calls);
	for (size_t i = 0; i < 2; i++) {
		check_rc(calls[i].answer.rc, RC_OK);
		service_answer_fini(&calls[i].answer);
	}
	check_rc(store_olt_secrets(l.db, l.vault, (struct olt_id){ 1 }, &secrets, NULL),
	    RC_OK);
	assert_string_equal(secrets.auth_key.bytes, "another auth");
	assert_string_equal(secrets.priv_key.bytes, "another priv");
	olt_secrets_wipe(&secrets);
	lab_close(&l);
}

/* What is right by itself and wrong together: the second one hears it, by field. */
static void
what_is_wrong_only_now_is_said_by_field(void **state)
{
	const char *const names[2] = { "{'olt':1,'name':'uno'}",
		"{'olt':2,'name':'uno'}" };
	const char *const limits[2] = { "{'setting':'onu_rx.warn','value':-26.5}",
		"{'setting':'onu_rx.bad','value':-26}" };
	struct lab l = { 0 };
	struct one_call calls[2];

	lab_open(&l, state);
	(void)ask(&l, "olt.add", AN_OLT);
	(void)ask(
	    &l, "olt.add", "{'name':'norte','address':'192.0.2.2','community':'c'}");
	call_both(&l, "olt.change", names, calls);
	assert_int_equal(
	    (calls[0].answer.rc == RC_OK) + (calls[1].answer.rc == RC_OK), 1);
	for (size_t i = 0; i < 2; i++) {
		if (calls[i].answer.rc != RC_OK)
			assert_non_null(json_object_get(calls[i].answer.fields, "name"));
		service_answer_fini(&calls[i].answer);
	}
	call_both(&l, "setting.change", limits, calls);
	assert_int_equal(
	    (calls[0].answer.rc == RC_OK) + (calls[1].answer.rc == RC_OK), 1);
	for (size_t i = 0; i < 2; i++) {
		if (calls[i].answer.rc != RC_OK)
			assert_non_null(json_object_get(calls[i].answer.fields, "value"));
		service_answer_fini(&calls[i].answer);
	}
	lab_close(&l);
}

/* An override is changed in part, and taken away by null. */
static void
a_nodes_overrides_are_changed_one_by_one(void **state)
{
	struct lab l = { 0 };
	struct numbers n = { 0 };
	const json_t *node;

	lab_open(&l, state);
	fill(&l, &n);
	(void)ask(&l, "node.change", "{'node':1,'interval':'11m'}");
	node = ask(&l, "node.change", "{'node':1,'priority':66}");
	assert_int_equal(int_of(node, "interval_ms"), 660000);
	assert_int_equal(int_of(node, "priority"), 66);
	node = ask(&l, "node.change", "{'node':1,'cron':'0 3 * * *'}");
	assert_string_equal(text_of(node, "cron"), "0 3 * * *");
	assert_int_equal(int_of(node, "priority"), 66);
	node = ask(&l, "node.change", "{'node':1,'cron':null}");
	assert_int_equal(int_of(node, "interval_ms"), 300000); /* as its job says */
	assert_int_equal(int_of(node, "priority"), 66);
	node = ask(&l, "node.change", "{'node':1,'priority':null}");
	assert_int_not_equal(int_of(node, "priority"), 66);
	check_rc(refused(&l, "node.change", "{'node':1,'interval':'x'}"), RC_INVALID);
	lab_close(&l);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(two_changes_at_once_both_stay),
		ON_EACH(two_secrets_of_an_olt_changed_at_once_both_stay),
		ON_EACH(what_is_wrong_only_now_is_said_by_field),
		ON_EACH(a_nodes_overrides_are_changed_one_by_one),
		cmocka_unit_test(every_operation_that_changes_fields_is_tested),
	};

	return CHECK_ALL(tests);
}
