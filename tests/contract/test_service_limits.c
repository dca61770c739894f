/* SPDX-License-Identifier: Apache-2.0
 *
 * The limits that the API's document tells are those of the service: a text as long as the
 * document allows is taken, one character more is refused by its field; numbers likewise.
 * And names take no control characters, whoever enters them.
 */
#include "service_lab.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "api/route.h"
#include "api/schema.h"
#include "model/text.h"

/* What an operation needs besides the field that is tried. */
static const struct {
	const char *operation, *args;
} NEEDED[] = {
	{ "olt.add", "{'name':'%d','address':'192.0.2.1','community':'c'}" },
	{ "olt.change", "{'olt':1}" },
	{ "olt.delete", "{'olt':1}" },
	{ "job.add",
	    "{'name':'%d','type':'get','interval':'5m','brand':'Huawei',"
	    "'oids':['huawei_smartax/onu/rx_dbm']}" },
	{ "job.change", "{'job':1}" },
	{ "job.duplicate", "{'job':1}" },
	{ "node.override", "{'node':1}" },
	{ "node.change", "{'node':1}" },
	{ "brand.add", "{'name':'%d'}" },
	{ "brand.change", "{'id':'Acme'}" },
	{ "brand.duplicate", "{'id':'Acme','name':'%d'}" },
	{ "model.add", "{'brand':'Acme','name':'%d'}" },
	{ "model.change", "{'id':'M1'}" },
	{ "model.duplicate", "{'id':'M1','name':'%d'}" },
	{ "oid.add", "{'name':'%d','oid':'1.3.6.1.4.1.9.9.1','purpose':'custom:v'}" },
	{ "oid.change", "{'id':1}" },
	{ "oid.try", "{'olt':1,'oid':'1.3.6.1.4.1.9.9.1'}" },
	{ "oid.duplicate", "{'id':1,'name':'%d'}" },
	{ "formula.add", "{'name':'%d','definition':{'arcs':[{'part':'onu'}]}}" },
	{ "formula.change", "{'id':1}" },
	{ "formula.duplicate", "{'id':1,'name':'%d'}" },
	{ "state.add", "{'raw':'%d','label':'l'}" },
	{ "state.change", "{'id':1}" },
	{ "state.duplicate", "{'id':1,'raw':'%d'}" },
	{ "user.add", "{'name':'u%d','password':'long enough 1'}" },
	{ "user.change", "{'user':'eva'}" },
	{ "user.password", "{'user':'eva','password':'long enough 1'}" },
	{ "token.add", "{'user':'eva','name':'%d'}" },
	{ "snmp.change", "{'operation':'walk'}" },
	{ "onu.find", "{'text':'abc'}" },
	{ "poller.queue", "{}" },
	{ "event.read", "{}" },
	{ "setting.change", "{'setting':'onu_refresh.wait','value':20}" },
	{ "channel.add",
	    "{'kind':'webhook','name':'%d','settings':{'url':'https://example.net'}}" },
	{ "channel.change", "{'id':1}" },
	{ "contact.add", "{'name':'%d'}" },
	{ "contact.change", "{'id':1}" },
	{ "target.add", "{'name':'%d','channel':1}" },
	{ "target.change", "{'id':1}" },
	{ "route.add", "{'name':'%d'}" },
	{ "route.change", "{'id':1}" },
	{ "silence.add", "{'for':'1h'}" },
	{ "silence.change", "{'id':1}" },
	{ "maintenance.add",
	    "{'title':'%d','from_at':'2026-01-31T12:00:00Z',"
	    "'until_at':'2026-01-31T13:00:00Z'}" },
	{ "maintenance.change", "{'id':1}" },
	{ "template.add",
	    "{'set':'%d','language':'es','kind':'incident.opened','body':'x'}" },
	{ "template.change", "{'id':1}" },
	{ "template.preview", "{}" },
	{ "incident.members", "{'incident':1}" },
	{ "incident.ack", "{'incident':1}" },
	{ "incident.assign", "{'incident':1,'owner':'eva'}" },
	{ "incident.note", "{'incident':1,'note':'n'}" },
	{ "incident.close", "{'incident':1,'reason':'r'}" },
	{ "incident.silence", "{'incident':1}" },
	{ "incident.real_cause", "{'incident':1,'real_cause':'r'}" },
	{ "plant_node.add", "{'name':'%d'}" },
	{ "plant_node.change", "{'node':1}" },
	{ "plant_node.tag", "{'node':1,'tags':[]}" },
	{ "onu.tag", "{'onu':1,'tags':[]}" },
	{ "olt.tag", "{'olt':1,'tags':[]}" },
	{ "limit.add", "{'name':'%d','entity':'olt','purpose':'cpu','value':90}" },
	{ "limit.change", "{'id':1}" },
	{ "onu.node", "{'onu':1,'node':null}" },
	{ "route.past", "{}" },
};

/* Nothing is entered with these, or what they take is looked at elsewhere. */
static const char *const LEFT_OUT[] = { "auth.login", "auth.password", "olt.test",
	"job.preview", "formula.preview", "onu.history", "onu.neighbours", "onu.siblings",
	"onu.timeline", "olt.performance", "port.history", "olt.history", "value.history",
	"workflow.order", "job.apply", "job.standard", "job.run", "node.chain",
	"node.run", "catalogue.export", "catalogue.import", "quota.now", "status",
	"channel.test", "contact.link", "route.try", "plant_node.import", "limit.try" };

static int fresh; /* a new name each time */

static json_t *
needed_by(const char *operation)
{
	char text[512], with_name[512];
	json_t *args;

	for (size_t i = 0; i < sizeof(NEEDED) / sizeof(NEEDED[0]); i++) {
		const char *at;

		if (strcmp(NEEDED[i].operation, operation) != 0)
			continue;
		(void)snprintf(text, sizeof(text), "%s", NEEDED[i].args);
		at = strstr(text, "%d");
		if (at)
			(void)snprintf(with_name, sizeof(with_name), "%.*s%d%s",
			    (int)(at - text), text, ++fresh, at + 2);
		else
			(void)snprintf(with_name, sizeof(with_name), "%s", text);
		for (char *p = with_name; *p; p++)
			*p = *p == '\'' ? '"' : *p;
		args = json_loads(with_name, 0, NULL);
		assert_non_null(args);
		return args;
	}
	return NULL;
}

static bool
is_left_out(const char *operation)
{
	for (size_t i = 0; i < sizeof(LEFT_OUT) / sizeof(LEFT_OUT[0]); i++) {
		if (strcmp(LEFT_OUT[i], operation) == 0)
			return true;
	}
	return false;
}

/* What is said about the field when it has this value, which is taken; "" for nothing. */
static const char *
said_of(struct lab *l, const struct route *r, const char *field, json_t *value)
{
	json_t *args = needed_by(r->operation);

	(void)json_object_set_new(args, field, value);
	(void)ask_json(l, ROLE_ADMIN, r->operation, args);
	json_decref(args);
	return said(l, field);
}

/* A character is a character, however many bytes it has. */
static const char *const LETTERS[] = { "x", "\xC3\xB1" /* n with a tilde */ };

/* n letters, no two times the same ones: names are unique. */
static json_t *
text_of_length(size_t n, const char *letter)
{
	size_t each = strlen(letter), digits;
	char *text = malloc(n * each + 16), number[16];
	json_t *value;

	(void)snprintf(number, sizeof(number), "%d", ++fresh);
	digits = n >= strlen(number) ? strlen(number) : 0;
	memcpy(text, number, digits);
	for (size_t i = 0; i < n - digits; i++)
		memcpy(text + digits + i * each, letter, each);
	text[digits + (n - digits) * each] = '\0';
	value = json_string(text);
	free(text);
	return value;
}

/* All of them are told, not only the first. */
static int complaints;

static void complain(const char *fmt, ...) PRINTF_LIKE(1, 2);

static void
complain(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	(void)vfprintf(stderr, fmt, ap);
	va_end(ap);
	(void)fputc('\n', stderr);
	complaints++;
}

static void
check_text(
    struct lab *l, const struct route *r, const struct field *f, const char *letter)
{
	size_t max = f->max ? (size_t)f->max : TEXT_ANY_MAX;
	const char *words = said_of(l, r, f->name, text_of_length(max, letter));

	if (strstr(words, "characters"))
		complain(
		    "%s %s: %zu are allowed by the document, and the service says: %s",
		    r->operation, f->name, max, words);
	if (!*said_of(l, r, f->name, text_of_length(max + 1, letter)))
		complain("%s %s: %zu are too many for the document, and the service "
			 "takes them",
		    r->operation, f->name, max + 1);
	if (f->min > 0 &&
	    !*said_of(l, r, f->name, text_of_length((size_t)f->min - 1, letter)))
		complain("%s %s: fewer than %lld are taken", r->operation, f->name,
		    (long long)f->min);
}

static void
check_number(struct lab *l, const struct route *r, const struct field *f)
{
	const int64_t taken[] = { f->min, f->max },
		      refused[] = { f->min - 1, f->max + 1 };

	for (size_t i = 0; i < 2; i++) {
		const char *words = said_of(l, r, f->name, json_integer(taken[i]));

		if (*words)
			complain("%s %s: %lld is in the document's range, and the "
				 "service says: %s",
			    r->operation, f->name, (long long)taken[i], words);
		if (!*said_of(l, r, f->name, json_integer(refused[i])))
			complain("%s %s: %lld is not in the document's range, and the "
				 "service takes it",
			    r->operation, f->name, (long long)refused[i]);
	}
}

static void
fill(struct lab *l)
{
	(void)ask(l, "olt.add", AN_OLT);
	(void)ask(l, "job.add", A_JOB);
	(void)ask(l, "job.apply", "{'job':'levels','olt':1}");
	(void)ask(l, "brand.add", "{'name':'Acme'}");
	(void)ask(l, "model.add", "{'brand':'Acme','name':'M1'}");
	(void)ask(l, "user.add", "{'name':'eva','password':'long enough 1'}");
	(void)ask(l, "plant_node.add", "{'name':'box','kind':'box'}");
	check_rc(db_script(l->db,
		     "INSERT INTO incidents (id, kind, state, root_kind, olt_id, place, "
		     "cause, cause_class, since_ms, since_from_ms, detected_ms, "
		     "updated_ms) VALUES (1, 'outage', 'open', 'port', 1, '0/1', "
		     "'feeder', 'fibre', 1, 1, 1, 1)",
		     NULL),
	    RC_OK);
}

/* A name that was changed is changed back, so that the next one finds it. */
static bool
is_what_finds_it(const struct route *r, const struct field *f)
{
	static const char *const BY_NAME[] = { "brand.change", "model.change",
		"user.change" };

	for (size_t i = 0; i < sizeof(BY_NAME) / sizeof(BY_NAME[0]); i++) {
		if (strcmp(r->operation, BY_NAME[i]) == 0 && strcmp(f->name, "name") == 0)
			return true;
	}
	return false;
}

/* One that the operation deletes is there again. */
static void
restore(struct lab *l, const struct route *r)
{
	if (strcmp(r->operation, "olt.delete") == 0)
		(void)ask_as(l, ROLE_ADMIN, "olt.restore", "{'olt':1}");
}

static void
check_route(struct lab *l, const struct route *r)
{
	json_t *args = needed_by(r->operation);

	if (!args)
		fail_msg("%s: the test does not know what it needs", r->operation);
	json_decref(args);
	for (const struct field *f = r->request->fields; f && f->name; f++) {
		bool has_range = f->min != 0 || f->max != 0;

		if (is_what_finds_it(r, f))
			continue; /* the same table as add's */
		for (size_t i = 0; i < 2 && f->type == FIELD_TEXT && !f->choices; i++) {
			check_text(l, r, f, LETTERS[i]);
			restore(l, r);
		}
		if (f->type == FIELD_INT && has_range && f->max < INT32_MAX)
			check_number(l, r, f);
		restore(l, r);
	}
}

static void
the_document_tells_the_limits_of_the_service(void **state)
{
	struct lab l = { 0 };

	lab_open(&l, state);
	fill(&l);
	for (const struct route *r = routes(); r->method; r++) {
		if (r->request && r->operation &&
		    !(r->flags & (ROUTE_LIST | ROUTE_BULK)) && !is_left_out(r->operation))
			check_route(&l, r);
	}
	assert_int_equal(complaints, 0);
	lab_close(&l);
}

static void
names_take_no_control_characters(void **state)
{
	static const char *const OPERATIONS[] = { "olt.add", "olt.change", "job.add",
		"job.change", "job.duplicate", "brand.add", "brand.change",
		"brand.duplicate", "model.add", "model.change", "oid.add", "oid.change",
		"formula.add", "formula.change", "user.add", "user.change", "token.add" };
	static const char *const TEXTS[] = { "a\nb", "a\x1b[31mb", "a\tb",
		"a\x7f"
		"b",
		"a\xc2\x9b"
		"b",
		"a\xe2\x80\xae"
		"b" };
	struct lab l = { 0 };

	lab_open(&l, state);
	fill(&l);
	for (size_t i = 0; i < sizeof(OPERATIONS) / sizeof(OPERATIONS[0]); i++) {
		struct route r = { .operation = OPERATIONS[i] };

		for (size_t k = 0; k < sizeof(TEXTS) / sizeof(TEXTS[0]); k++) {
			if (!*said_of(&l, &r, "name", json_string(TEXTS[k])))
				fail_msg("%s takes the name %zu", OPERATIONS[i], k);
		}
	}
	check_rc(refused(&l, "state.add", "{'raw':'a\\u001b','label':'x'}"), RC_INVALID);
	assert_string_not_equal(said(&l, "raw"), "");
	check_rc(refused(&l, "state.add", "{'raw':'1','label':'\\u202ex'}"), RC_INVALID);
	assert_string_not_equal(said(&l, "label"), "");
	(void)ask(&l, "catalogue.import",
	    "{'catalogue':{'facho_catalogue':1,'brands':[{'name':'E\\u001bvil'}]}}");
	assert_int_equal(int_of(l.answer.result, "added"), 0);
	assert_int_equal(json_array_size(json_object_get(l.answer.result, "refused")), 1);
	lab_close(&l);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(the_document_tells_the_limits_of_the_service),
		ON_EACH(names_take_no_control_characters),
	};

	return CHECK_ALL(tests);
}
