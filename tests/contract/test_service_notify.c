/* SPDX-License-Identifier: Apache-2.0
 *
 * Who is told: channels, contacts, targets, routes, silences, maintenances, templates and
 * messages through the service, on both back-ends.
 */
#include "service_lab.h"
#include "site.h"

#include <string.h>

#include "base/clock.h"
#include "store/notify/channel.h"
#include "store/notify/outbox.h"

#define A_BOT                                                                         \
	"{'kind':'telegram','name':'Bot','settings':{'bot':'facho_bot'},'secret':'1:" \
	"planted-token'}"
#define A_MAIL                                                                           \
	"{'kind':'email','name':'Mail','settings':{'host':'mail.example','from':'a@b.c'" \
	","                                                                              \
	"'user':'noc'},'secret':'planted-password'}"
#define A_TARGET "{'name':'NOC','channel':'Bot','address':'-100123','language':'es'}"

static size_t
n_of(const json_t *page)
{
	return json_array_size(json_object_get(page, "results"));
}

static bool
has_text(const json_t *shown, const char *text)
{
	char *all = json_dumps(shown, 0);
	bool has = strstr(all, text) != NULL;

	free(all);
	return has;
}

/* ---- channels and their secrets ------------------------------------------------------ */

static void
a_secret_goes_in_and_never_comes_out(void **state)
{
	struct lab l = { 0 };
	json_t *shown;

	lab_open(&l, state);
	shown = ask(&l, "channel.add", A_BOT);
	assert_true(json_is_true(json_object_get(shown, "has_secret")));
	assert_false(has_text(shown, "planted"));
	assert_false(has_text(ask(&l, "channel.get", "{'id':'Bot'}"), "planted"));
	assert_false(has_text(ask(&l, "list", "{'list':'channels'}"), "planted"));
	assert_false(has_text(ask(&l, "list", "{'list':'audit_log'}"), "planted"));
	assert_null(strstr(audited(&l, "channel").after, "planted"));
	lab_close(&l);
}

static void
a_secret_is_asked_again_when_it_would_go_elsewhere(void **state)
{
	static const char *const ELSEWHERE[] = { "'host':'evil.example','user':'noc'",
		"'host':'mail.example','user':'noc','port':2525",
		"'host':'mail.example','user':'noc','security':'none'",
		"'host':'mail.example','user':'eve'" };
	struct lab l = { 0 };
	char args[256];

	lab_open(&l, state);
	(void)ask(&l, "channel.add", A_MAIL);
	for (size_t i = 0; i < sizeof(ELSEWHERE) / sizeof(ELSEWHERE[0]); i++) {
		(void)snprintf(args, sizeof(args),
		    "{'id':'Mail','settings':{%s,'from':'a@b.c'}}", ELSEWHERE[i]);
		check_rc(refused(&l, "channel.change", args), RC_INVALID);
		assert_string_equal(said(&l, "secret"),
		    "give the secret again: it would be sent to another address");
	}
	(void)ask(&l, "channel.change",
	    "{'id':'Mail','settings':{'host':'mail.example','user':'noc','from':'d@b.c'}"
	    "}");
	(void)ask(&l, "channel.change",
	    "{'id':'Mail','settings':{'host':'two.example','user':'noc','from':'d@b.c'},"
	    "'secret':'again'}");
	(void)ask(&l, "channel.change", "{'id':'Mail','name':'Post'}");
	lab_close(&l);
}

static void
settings_of_a_channel_are_checked_by_its_kind(void **state)
{
	static const struct {
		const char *args, *field;
	} WRONG[] = {
		{ "{'kind':'pigeon','name':'x'}", "kind" },
		{ "{'kind':'telegram','name':'x'}", "secret" },
		{ "{'kind':'telegram','name':'x','secret':'1:a','settings':{'host':'h'}}",
		    "settings.host" },
		{ "{'kind':'telegram','name':'x','secret':'1:a','settings':{'bot':'a "
		  "b'}}",
		    "settings.bot" },
		{ "{'kind':'email','name':'x','settings':{'from':'a@b.c'}}",
		    "settings.host" },
		{ "{'kind':'email','name':'x','settings':{'host':'h','from':'a@b."
		  "c\\r\\nTo: "
		  "x@y.z'}}",
		    "settings.from" },
		{ "{'kind':'email','name':'x','settings':{'host':'h','from':'a@b.c','"
		  "port':"
		  "70000}}",
		    "settings.port" },
		{ "{'kind':'webhook','name':'x','settings':{'url':'http://a.b'}}",
		    "settings.url" },
		{ "{'kind':'webhook','name':'x','settings':{'url':'ftp://a.b'}}",
		    "settings.url" },
		{ "{'kind':'webhook','name':'x','settings':{'url':'https://u:p@a.b/'}}",
		    "settings.url" },
		{ "{'kind':'webhook','name':'x','settings':'no object'}", "settings" },
		{ "{'kind':'webhook','settings':{'url':'https://a.b'}}", "name" },
	};
	struct lab l = { 0 };

	lab_open(&l, state);
	for (size_t i = 0; i < sizeof(WRONG) / sizeof(WRONG[0]); i++) {
		check_rc(refused(&l, "channel.add", WRONG[i].args), RC_INVALID);
		if (!*said(&l, WRONG[i].field))
			fail_msg("%s: nothing is said about %s: %s", WRONG[i].args,
			    WRONG[i].field, l.answer.message);
	}
	(void)ask(&l, "channel.add",
	    "{'kind':'webhook','name':'x','settings':{'url':'http://"
	    "a.b','allow_http':true}}");
	check_rc(refused(&l, "channel.add",
		     "{'kind':'webhook','name':'x','settings':{'url':'https://a.b'}}"),
	    RC_INVALID);
	assert_string_equal(said(&l, "name"), "there is a channel \"x\" already");
	check_rc(refused(&l, "channel.change", "{'id':'x','kind':'email'}"), RC_INVALID);
	lab_close(&l);
}

static void
who_only_reads_does_not_see_addresses_of_channels(void **state)
{
	struct lab l = { 0 };

	lab_open(&l, state);
	(void)ask(&l, "channel.add",
	    "{'kind':'webhook','name':'x','settings':{'url':'https://a.b/T0KEN'}}");
	check_rc(ask_as(&l, ROLE_VIEWER, "channel.get", "{'id':1}"), RC_OK);
	assert_false(has_text(l.answer.result, "T0KEN"));
	check_rc(ask_as(&l, ROLE_VIEWER, "list", "{'list':'channels'}"), RC_OK);
	assert_false(has_text(l.answer.result, "T0KEN"));
	check_rc(
	    ask_as(&l, ROLE_VIEWER, "list", "{'list':'channels','after':{}}"), RC_OK);
	assert_false(has_text(l.answer.result, "T0KEN"));
	assert_true(has_text(ask(&l, "channel.get", "{'id':1}"), "T0KEN"));
	check_rc(ask_as(&l, ROLE_OPERATOR, "channel.change", "{'id':1,'name':'y'}"),
	    RC_REFUSED);
	lab_close(&l);
}

/* ---- contacts and targets ---------------------------------------------------------------- */

static void
a_contact_has_one_address_for_each_channel(void **state)
{
	struct lab l = { 0 };
	const json_t *first;

	lab_open(&l, state);
	(void)ask(&l, "channel.add", A_BOT);
	(void)ask(&l, "channel.add", A_MAIL);
	(void)ask(&l, "user.add", "{'name':'ana','password':'long enough 1'}");
	(void)ask(&l, "contact.add",
	    "{'name':'Ana','user':'ana','zone':'America/La_Paz','quiet_from':'22:00',"
	    "'quiet_until':'06:30','addresses':[{'channel':'Mail','address':'ana@x.y'}]"
	    "}");
	first = json_array_get(json_object_get(l.answer.result, "addresses"), 0);
	assert_string_equal(text_of(first, "address"), "ana@x.y");
	assert_string_equal(text_of(l.answer.result, "user_name"), "ana");
	(void)ask(&l, "contact.change",
	    "{'id':'Ana','addresses':[{'channel':'Bot','address':'77'}],'user':null}");
	assert_int_equal(
	    json_array_size(json_object_get(l.answer.result, "addresses")), 1);
	assert_true(json_is_null(json_object_get(l.answer.result, "user")));
	check_rc(refused(&l, "contact.change",
		     "{'id':'Ana','addresses':[{'channel':'Mail','address':'77'}]}"),
	    RC_INVALID);
	assert_string_not_equal(said(&l, "addresses"), "");
	check_rc(refused(&l, "contact.change",
		     "{'id':'Ana','addresses':[{'channel':'none','address':'77'}]}"),
	    RC_INVALID);
	assert_string_not_equal(said(&l, "addresses"), "");
	check_rc(
	    refused(&l, "contact.add", "{'name':'B','zone':'Mars/Base'}"), RC_INVALID);
	assert_string_not_equal(said(&l, "zone"), "");
	check_rc(refused(&l, "contact.add",
		     "{'name':'B','quiet_from':'25:00',"
		     "'quiet_until':'06:00'}"),
	    RC_INVALID);
	assert_string_not_equal(said(&l, "quiet_from"), "");
	check_rc(
	    refused(&l, "contact.add", "{'name':'B','quiet_from':'22:00'}"), RC_INVALID);
	assert_string_not_equal(said(&l, "quiet_until"), "");
	lab_close(&l);
}

static void
the_first_target_gets_the_routes_that_ship(void **state)
{
	struct lab l = { 0 };
	json_t *page;

	lab_open(&l, state);
	(void)ask(&l, "channel.add", A_BOT);
	assert_int_equal(n_of(ask(&l, "list", "{'list':'routes'}")), 0);
	(void)ask(&l, "target.add", A_TARGET);
	page = ask(&l, "list", "{'list':'routes'}");
	assert_int_equal(n_of(page), 2);
	assert_int_equal(
	    json_integer_value(json_array_get(
		json_object_get(row_of(page, "name", "Critical and major"), "targets"),
		0)),
	    1);
	(void)ask(&l, "target.add", "{'name':'Two','channel':'Bot','address':'5'}");
	assert_int_equal(n_of(ask(&l, "list", "{'list':'routes'}")), 2);
	lab_close(&l);
}

static void
what_is_used_is_not_deleted(void **state)
{
	struct lab l = { 0 };

	lab_open(&l, state);
	(void)ask(&l, "channel.add", A_BOT);
	(void)ask(&l, "contact.add", "{'name':'Ana'}");
	(void)ask(&l, "target.add", "{'name':'NOC','channel':'Bot','contact':'Ana'}");
	check_rc(refused(&l, "channel.delete", "{'id':'Bot'}"), RC_CONFLICT);
	assert_non_null(strstr(l.answer.message, "\"NOC\""));
	check_rc(refused(&l, "contact.delete", "{'id':'Ana'}"), RC_CONFLICT);
	check_rc(refused(&l, "target.delete", "{'id':'NOC'}"), RC_CONFLICT);
	assert_non_null(strstr(l.answer.message, "Critical and major"));
	(void)ask(&l, "route.delete", "{'id':'Critical and major'}");
	(void)ask(&l, "route.delete", "{'id':'The program itself'}");
	(void)ask(&l, "target.delete", "{'id':'NOC'}");
	(void)ask(&l, "contact.delete", "{'id':'Ana'}");
	(void)ask(&l, "channel.delete", "{'id':'Bot'}");
	check_rc(refused(&l, "channel.get", "{'id':'Bot'}"), RC_INVALID);
	lab_close(&l);
}

static void
a_target_needs_an_address_of_its_channel(void **state)
{
	struct lab l = { 0 };

	lab_open(&l, state);
	(void)ask(&l, "channel.add", A_BOT);
	(void)ask(&l, "channel.add", A_MAIL);
	check_rc(refused(&l, "target.add", "{'name':'x','channel':'Bot'}"), RC_INVALID);
	assert_string_not_equal(said(&l, "address"), "");
	check_rc(
	    refused(&l, "target.add", "{'name':'x','channel':'Bot','address':'ana@x.y'}"),
	    RC_INVALID);
	assert_string_not_equal(said(&l, "address"), "");
	check_rc(refused(&l, "target.add",
		     "{'name':'x','channel':'Mail','address':'a@b,c@d'}"),
	    RC_INVALID);
	assert_string_not_equal(said(&l, "address"), "");
	check_rc(refused(&l, "target.add", "{'name':'x','channel':'None','address':'1'}"),
	    RC_INVALID);
	assert_string_not_equal(said(&l, "channel"), "");
	check_rc(refused(&l, "target.add", "{'name':'x','address':'1'}"), RC_INVALID);
	assert_string_not_equal(said(&l, "channel"), "");
	lab_close(&l);
}

/* ---- routes, silences, maintenances -------------------------------------------------------- */

static void
filters_and_targets_of_a_route_are_checked(void **state)
{
	struct lab l = { 0 };
	json_t *shown;

	lab_open(&l, state);
	(void)ask(&l, "channel.add", A_BOT);
	(void)ask(&l, "target.add", A_TARGET);
	shown = ask(&l, "route.add",
	    "{'name':'Centro','filter':[{'field':'olt','op':'in','value':['centro']}],"
	    "'targets':['NOC'],'delay_s':10}");
	assert_int_equal(
	    json_integer_value(json_array_get(json_object_get(shown, "targets"), 0)), 1);
	assert_true(json_is_array(json_object_get(shown, "filter")));
	shown = ask(&l, "route.change", "{'id':'Centro','delay_s':null,'targets':[]}");
	assert_true(json_is_null(json_object_get(shown, "delay_s")));
	check_rc(refused(&l, "route.add",
		     "{'name':'x','filter':[{'field':'mood','op':'=','value':'bad'}]}"),
	    RC_INVALID);
	assert_string_not_equal(said(&l, "filter"), "");
	check_rc(
	    refused(&l, "route.add", "{'name':'x','filter':'nonsense'}"), RC_INVALID);
	assert_string_not_equal(said(&l, "filter"), "");
	check_rc(
	    refused(&l, "route.add", "{'name':'x','targets':['nobody']}"), RC_INVALID);
	assert_string_not_equal(said(&l, "targets"), "");
	check_rc(refused(&l, "route.add", "{'name':'x','targets':[1,1]}"), RC_INVALID);
	check_rc(refused(&l, "route.add", "{'name':'x','delay_s':-5}"), RC_INVALID);
	lab_close(&l);
}

static void
routes_are_tried_without_an_incident(void **state)
{
	struct lab l = { 0 };
	const json_t *one;

	lab_open(&l, state);
	(void)ask(&l, "channel.add", A_BOT);
	assert_int_equal(n_of(ask(&l, "route.try", "{}")), 0);
	(void)ask(&l, "target.add", A_TARGET);
	one = json_array_get(
	    json_object_get(ask(&l, "route.try", "{'severity':'critical'}"), "results"),
	    0);
	assert_string_equal(text_of(one, "route_name"), "Critical and major");
	assert_string_equal(text_of(one, "target_name"), "NOC");
	assert_string_not_equal(text_of(one, "at"), "");
	assert_int_equal(n_of(ask(&l, "route.try", "{'severity':'minor'}")), 0);
	(void)ask(&l, "silence.add", "{'for':'1h'}");
	one = json_array_get(json_object_get(ask(&l, "route.try", "{}"), "results"), 0);
	assert_int_equal(int_of(one, "by"), 1);
	check_rc(refused(&l, "route.try", "{'severity':'awful'}"), RC_INVALID);
	check_rc(refused(&l, "route.try", "{'incident':99}"), RC_INVALID);
	assert_string_not_equal(said(&l, "incident"), "");
	lab_close(&l);
}

/* The end of a silence that somebody asked for in words. */
static void
a_silence_lasts_until_tomorrow_or_until_its_incident_ends(void **state)
{
	struct lab l = { 0 };
	static const char incident[] =
	    "INSERT INTO incidents (id, kind, state, root_kind, since_ms, since_from_ms, "
	    "detected_ms, opened_ms, updated_ms) VALUES (71, 'outage', 'open', 'port', "
	    "1, "
	    "1, 1, 1, 1)";

	lab_open(&l, state);
	site_do(backend_of(state)->db, incident);
	check_rc(ask_as(&l, ROLE_OPERATOR, "incident.silence",
		     "{'incident':71,'until':'end'}"),
	    RC_OK);
	assert_true(json_is_null(json_object_get(l.answer.result, "until_at")));
	check_rc(ask_as(&l, ROLE_OPERATOR, "incident.silence",
		     "{'incident':71,'until':'tomorrow'}"),
	    RC_OK);
	assert_false(json_is_null(json_object_get(l.answer.result, "until_at")));
	check_rc(
	    ask_as(&l, ROLE_ADMIN, "silence.add", "{'incident':71,'until':'tomorrow'}"),
	    RC_OK);
	/* The laboratory's zone is UTC. */
	assert_non_null(strstr(text_of(l.answer.result, "until_at"), "T08:00:00"));
	check_rc(
	    ask_as(&l, ROLE_OPERATOR, "silence.add", "{'incident':71,'until_at':null}"),
	    RC_OK);
	assert_true(json_is_null(json_object_get(l.answer.result, "until_at")));
	check_rc(ask_as(&l, ROLE_ADMIN, "incident.silence",
		     "{'incident':71,'until':'end','for':'1h'}"),
	    RC_INVALID);
	check_rc(ask_as(&l, ROLE_ADMIN, "silence.add", "{'until':'end'}"), RC_INVALID);
	check_rc(
	    ask_as(&l, ROLE_ADMIN, "silence.add", "{'incident':71,'until':'doomsday'}"),
	    RC_INVALID);
	assert_string_equal(said(&l, "until"), "tomorrow or end is expected");
	lab_close(&l);
}

static void
an_operator_silences_for_a_day_at_most(void **state)
{
	struct lab l = { 0 };
	static const char part[] = "{'filter':[{'field':'olt','op':'=','value':'c'}],"
				   "'why':'obra','for':'%s'}";
	char args[160];

	lab_open(&l, state);
	(void)snprintf(args, sizeof(args), part, "24h");
	check_rc(ask_as(&l, ROLE_OPERATOR, "silence.add", args), RC_OK);
	assert_int_equal(int_of(l.answer.result, "hidden"), 0);
	assert_string_not_equal(text_of(l.answer.result, "who"), "");
	(void)snprintf(args, sizeof(args), part, "25h");
	check_rc(ask_as(&l, ROLE_OPERATOR, "silence.add", args), RC_INVALID);
	assert_string_equal(said(&l, "until_at"), "at most 24 hours for an operator");
	check_rc(ask_as(&l, ROLE_OPERATOR, "silence.change", "{'id':1,'for':'48h'}"),
	    RC_INVALID);
	check_rc(ask_as(&l, ROLE_OPERATOR, "silence.add", "{'for':'1h'}"), RC_INVALID);
	assert_string_not_equal(said(&l, "filter"), "");
	check_rc(ask_as(&l, ROLE_VIEWER, "silence.add", args), RC_REFUSED);
	check_rc(ask_as(&l, ROLE_ADMIN, "silence.add", args), RC_OK);
	(void)snprintf(args, sizeof(args), part, "31d");
	check_rc(ask_as(&l, ROLE_ADMIN, "silence.add", args), RC_INVALID);
	check_rc(
	    ask_as(&l, ROLE_OPERATOR, "silence.add", "{'incident':7,'for':'1h'}"), RC_OK);
	check_rc(ask_as(&l, ROLE_OPERATOR, "silence.add", "{'incident':7}"), RC_INVALID);
	check_rc(ask_as(&l, ROLE_ADMIN, "silence.add", "{'incident':7}"), RC_OK);
	check_rc(ask_as(&l, ROLE_OPERATOR, "silence.end", "{'id':1}"), RC_OK);
	assert_string_not_equal(text_of(l.answer.result, "ended_at"), "");
	check_rc(ask_as(&l, ROLE_OPERATOR, "silence.end", "{'id':1}"), RC_CONFLICT);
	check_rc(ask_as(&l, ROLE_OPERATOR, "silence.change", "{'id':1,'for':'2h'}"),
	    RC_INVALID);
	lab_close(&l);
}

static void
a_maintenance_shows_its_next_times(void **state)
{
	struct lab l = { 0 };
	json_t *shown, *next;

	lab_open(&l, state);
	shown = ask(&l, "maintenance.add",
	    "{'title':'Poda','from_at':'2026-01-04T06:00:00Z','rrule':'FREQ=WEEKLY;BYDAY="
	    "SU',"
	    "'zone':'America/Santiago','length_s':7200}");
	next = json_object_get(shown, "next");
	assert_int_equal(json_array_size(next), 5);
	assert_true(json_is_boolean(json_object_get(shown, "is_active")));
	/* Open: until a person ends it. */
	shown =
	    ask(&l, "maintenance.add", "{'title':'x','from_at':'2026-01-04T06:00:00Z'}");
	assert_true(json_is_true(json_object_get(shown, "is_active")));
	check_rc(refused(&l, "maintenance.add",
		     "{'title':'x','mode':'hold','from_at':'2026-01-04T06:00:00Z',"
		     "'filter':[{'field':'kind','op':'=','value':'outage'}]}"),
	    RC_INVALID);
	assert_non_null(strstr(said(&l, "filter"), "kind is not of a place"));
	check_rc(refused(&l, "maintenance.add",
		     "{'title':'x','from_at':'2026-01-04T06:00:00Z','rrule':'NEVER',"
		     "'length_s':600}"),
	    RC_INVALID);
	assert_string_not_equal(said(&l, "rrule"), "");
	check_rc(refused(&l, "maintenance.add",
		     "{'title':'x','from_at':'2026-01-04T06:00:00Z',"
		     "'until_at':'2026-01-04T05:00:00Z'}"),
	    RC_INVALID);
	assert_string_not_equal(said(&l, "until_at"), "");
	check_rc(refused(&l, "maintenance.add", "{'title':'x'}"), RC_INVALID);
	assert_string_not_equal(said(&l, "from_at"), "");
	(void)ask(&l, "maintenance.end", "{'id':1}");
	assert_int_equal(json_array_size(json_object_get(l.answer.result, "next")), 0);
	check_rc(ask_as(&l, ROLE_OPERATOR, "maintenance.end", "{'id':1}"), RC_REFUSED);
	lab_close(&l);
}

/* ---- templates, tests, messages -------------------------------------------------------------- */

static void
a_template_is_checked_when_it_is_saved(void **state)
{
	struct lab l = { 0 };
	json_t *shown;

	lab_open(&l, state);
	(void)ask(&l, "template.add",
	    "{'set':'corto','language':'es','kind':'incident.opened','body':'**{{place}}*"
	    "*'}");
	check_rc(
	    refused(&l, "template.add",
		"{'set':'corto','language':'es','kind':'incident.opened','body':'x'}"),
	    RC_CONFLICT);
	check_rc(
	    refused(&l, "template.change", "{'id':1,'body':'{{nonsense}}'}"), RC_INVALID);
	assert_string_not_equal(said(&l, "body"), "");
	check_rc(
	    refused(&l, "template.change", "{'id':1,'kind':'nonsense'}"), RC_INVALID);
	assert_string_not_equal(said(&l, "kind"), "");
	shown = ask(&l, "template.preview", "{'id':1}");
	assert_non_null(strstr(text_of(shown, "text"), "Centro, 0/1/3"));
	shown = ask(&l, "template.preview",
	    "{'body':'{{sentence}} <b>','language':'en','kind':'incident.resolved'}");
	assert_non_null(strstr(text_of(shown, "text"), "Fibre cut"));
	assert_null(strstr(text_of(shown, "html"), "<b>"));
	assert_string_not_equal(text_of(ask(&l, "template.preview", "{}"), "text"), "");
	check_rc(refused(&l, "template.preview", "{'body':'{{nonsense}}'}"), RC_INVALID);
	assert_string_not_equal(said(&l, "body"), "");
	check_rc(refused(&l, "template.preview", "{'incident':99}"), RC_INVALID);
	lab_close(&l);
}

static void
check_shown(struct lab *l, const char *args, const char *in, const char *words)
{
	const char *text = text_of(ask(l, "template.preview", args), in);

	if (!strstr(text, words))
		fail_msg("\"%s\" is not in: %s", words, text);
}

/* A past incident is shown as it was, in every kind of message and with its link. */
static void
a_preview_is_what_the_message_would_be(void **state)
{
	struct lab l = { 0 };
	json_t *shown;
	char args[64];

	lab_open(&l, state);
	site_do(backend_of(state)->db,
	    "INSERT INTO incidents (id, kind, state, root_kind, place, cause, "
	    "cause_class, confidence, severity, affected, affected_max, since_ms, "
	    "since_from_ms, detected_ms, opened_ms, resolved_ms, closed_ms, acked_by, "
	    "updated_ms) VALUES (71, 'outage', 'closed', 'port', '0/1/3', 'feeder', "
	    "'fibre', 92, 2, 0, 40, 1767225600000, 1767225600000, 1767225600000, "
	    "1767225600000, 1767232800000, 1767232800000, 'ana', 1)");
	check_shown(
	    &l, "{'incident':71,'language':'es'}", "text", "Clientes sin servicio: 40");
	check_shown(&l, "{'incident':71,'language':'es'}", "html",
	    "https://facho.example/incidents/71");
	check_shown(&l, "{'incident':71,'language':'es'}", "text", "La atiende ana.");
	check_shown(&l, "{'incident':71,'language':'en','kind':'incident.resolved'}",
	    "text", "It lasted 2 h.");
	check_shown(&l,
	    "{'incident':71,'language':'es','zone':'America/La_Paz',"
	    "'body':'{{since|time}}'}",
	    "text", "31/12/2025 20:00");
	check_shown(&l, "{'kind':'incident.changed','language':'es'}", "text",
	    "La gravedad subió");
	check_shown(&l, "{'kind':'storm','language':'es','incident':71}", "text",
	    "37 fallas, 5210 clientes");
	check_shown(
	    &l, "{'kind':'storm','language':'es','incident':71}", "text", "y 11 más");
	/* A chat gets less than a mail. */
	shown = ask(&l, "template.preview",
	    "{'body':'{{#members}}\\n- {{serial}} {{description}} {{description}} "
	    "{{description}} {{description}} {{description}} {{description}} "
	    "{{description}} {{description}} {{description}} {{description}} "
	    "{{description}} {{description}} {{description}} {{description}} "
	    "{{description}} {{description}} {{description}} {{description}} "
	    "{{description}} {{description}} {{description}} {{description}} "
	    "{{description}} {{description}} {{description}} {{description}}\\n"
	    "{{/members}}'}");
	assert_non_null(strstr(text_of(shown, "text"), "HWTC00000002"));
	shown = json_object_get(json_object_get(shown, "chat"), "blocks");
	assert_true(has_text(shown, "HWTC00000001"));
	assert_false(has_text(shown, "HWTC00000002"));
	check_shown(&l, "{'kind':'channel.dead','language':'es'}", "text",
	    "El canal NOC no entrega mensajes");
	check_shown(&l, "{'kind':'incident.resolved','language':'es'}", "text",
	    "Siguen sin servicio: 3.");
	(void)ask(&l, "channel.add", A_BOT);
	(void)ask(&l, "target.add", A_TARGET);
	(void)snprintf(args, sizeof(args), "{'outbox':%lld}",
	    (long long)int_of(
		ask(&l, "channel.test", "{'id':'Bot','incident':71}"), "outbox"));
	shown = json_object_get(ask(&l, "outbox.get", args), "document");
	assert_true(has_text(shown, "PRUEBA"));
	assert_string_equal(text_of(shown, "url"), "https://facho.example/incidents/71");
	lab_close(&l);
}

static void
a_test_goes_through_the_outbox(void **state)
{
	struct lab l = { 0 };
	json_t *shown;
	int64_t id;
	char args[64];

	lab_open(&l, state);
	(void)ask(&l, "channel.add", A_BOT);
	check_rc(refused(&l, "channel.test", "{'id':'Bot'}"), RC_INVALID);
	assert_string_not_equal(said(&l, "target"), "");
	(void)ask(&l, "target.add", A_TARGET);
	id = int_of(ask(&l, "channel.test", "{'id':'Bot'}"), "outbox");
	(void)snprintf(args, sizeof(args), "{'outbox':%lld}", (long long)id);
	shown = ask(&l, "outbox.get", args);
	assert_string_equal(text_of(shown, "state"), "queued");
	assert_true(json_is_true(json_object_get(shown, "is_test")));
	assert_true(has_text(json_object_get(shown, "document"), "PRUEBA"));
	assert_int_equal(json_array_size(json_object_get(shown, "tries")), 0);
	assert_string_equal(text_of(ask(&l, "outbox.drop", args), "state"), "dropped");
	check_rc(refused(&l, "outbox.drop", args), RC_CONFLICT);
	assert_string_equal(text_of(ask(&l, "outbox.retry", args), "state"), "queued");
	assert_int_equal(
	    n_of(ask(&l, "list", "{'list':'outbox','filter':{'state':'queued'}}")), 1);
	check_rc(ask_as(&l, ROLE_OPERATOR, "outbox.drop", args), RC_REFUSED);
	check_rc(ask_as(&l, ROLE_OPERATOR, "channel.test", "{'id':'Bot'}"), RC_REFUSED);
	assert_string_equal(audited(&l, "channel").action, "test");
	lab_close(&l);
}

static void
a_code_links_a_chat_once(void **state)
{
	struct lab l = { 0 };
	struct telegram_use use = { { 1 }, "", "4711", clock_wall_ms() };
	struct contact_id contact = { 0 };
	struct telegram_person person;
	char code[TELEGRAM_CODE_MAX];

	lab_open(&l, state);
	(void)ask(&l, "channel.add", A_BOT);
	(void)ask(&l, "user.add",
	    "{'name':'ana','password':'long enough 1','role':'operator'}");
	(void)ask(&l, "contact.add", "{'name':'Ana','user':'ana'}");
	(void)ask(&l, "contact.link", "{'id':'Ana'}");
	assert_non_null(
	    strstr(text_of(l.answer.result, "url"), "https://t.me/facho_bot?"));
	(void)snprintf(code, sizeof(code), "%s", text_of(l.answer.result, "code"));
	assert_null(strstr(audited(&l, "contact").after, code));
	use.code = "wrong";
	check_rc(store_telegram_link_use(l.db, &use, &contact, NULL), RC_NOT_FOUND);
	use.code = code;
	use.now_ms += TELEGRAM_CODE_MS + 60000;
	check_rc(store_telegram_link_use(l.db, &use, &contact, NULL), RC_NOT_FOUND);
	use.now_ms = clock_wall_ms();
	check_rc(store_telegram_link_use(l.db, &use, &contact, NULL), RC_OK);
	check_rc(store_telegram_link_use(l.db, &use, &contact, NULL), RC_NOT_FOUND);
	check_rc(store_telegram_person(l.db, use.channel, "4711", &person, NULL), RC_OK);
	assert_int_equal(person.role, ROLE_OPERATOR);
	assert_string_equal(person.user_name, "ana");
	check_rc(store_telegram_person(l.db, use.channel, "4712", &person, NULL),
	    RC_NOT_FOUND);
	/* Somebody else's is not for whoever asks. */
	check_rc(ask_as(&l, ROLE_OPERATOR, "contact.link", "{'id':'Ana'}"), RC_REFUSED);
	lab_close(&l);
}

/* ---- limits ---------------------------------------------------------------------------------- */

#define A_LIMIT                                                                       \
	"{'name':'Hot','entity':'olt','purpose':'chassis_temperature','value':55.5,'" \
	"for_s':600}"

static void
limits_are_made_changed_and_deleted_by_administrators(void **state)
{
	static const struct {
		const char *args, *field;
	} WRONG[] = {
		{ "{'name':'x','entity':'olt','purpose':'onu_rx','value':1}", "purpose" },
		{ "{'name':'x','entity':'moon','purpose':'cpu','value':1}", "entity" },
		{ "{'name':'x','entity':'card','purpose':'custom:fan','value':1}",
		    "purpose" },
		{ "{'name':'x','entity':'olt','purpose':'cpu'}", "value" },
		{ "{'name':'x','entity':'olt','purpose':'cpu','value':'a'}", "value" },
		{ "{'name':'x','entity':'olt','purpose':'cpu','value':1,'hysteresis':-1}",
		    "hysteresis" },
		{ "{'name':'x','entity':'olt','purpose':'cpu','value':1,'olt':'none'}",
		    "olt" },
		{ "{'name':'Hot','entity':'olt','purpose':'cpu','value':1}", "name" },
	};
	struct lab l = { 0 };
	json_t *shown;

	lab_open(&l, state);
	shown = ask(&l, "limit.add", A_LIMIT);
	assert_true(json_real_value(json_object_get(shown, "value")) == 55.5);
	assert_string_equal(
	    json_string_value(json_object_get(shown, "severity")), "minor");
	assert_string_equal(audited(&l, "limit").action, "create");
	for (size_t i = 0; i < sizeof(WRONG) / sizeof(WRONG[0]); i++) {
		check_rc(refused(&l, "limit.add", WRONG[i].args), RC_INVALID);
		assert_true(*said(&l, WRONG[i].field));
	}
	(void)ask(&l, "limit.change", "{'id':'Hot','value':'60','enabled':false}");
	shown = ask(&l, "limit.get", "{'id':'Hot'}");
	assert_true(json_real_value(json_object_get(shown, "value")) == 60);
	assert_true(json_is_false(json_object_get(shown, "is_edited")));
	check_rc(ask_as(&l, ROLE_OPERATOR, "limit.change", "{'id':'Hot'}"), RC_REFUSED);
	check_rc(ask_as(&l, ROLE_VIEWER, "limit.get", "{'id':'Hot'}"), RC_OK);
	check_rc(ask_as(&l, ROLE_VIEWER, "limit.try",
		     "{'entity':'port','purpose':'port_use','value':90}"),
	    RC_OK);
	(void)ask(&l, "limit.delete", "{'id':'Hot'}");
	assert_int_equal(n_of(ask(&l, "list", "{'list':'limits'}")), 0);
	lab_close(&l);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(a_secret_goes_in_and_never_comes_out),
		ON_EACH(a_secret_is_asked_again_when_it_would_go_elsewhere),
		ON_EACH(settings_of_a_channel_are_checked_by_its_kind),
		ON_EACH(who_only_reads_does_not_see_addresses_of_channels),
		ON_EACH(a_contact_has_one_address_for_each_channel),
		ON_EACH(the_first_target_gets_the_routes_that_ship),
		ON_EACH(what_is_used_is_not_deleted),
		ON_EACH(a_target_needs_an_address_of_its_channel),
		ON_EACH(filters_and_targets_of_a_route_are_checked),
		ON_EACH(routes_are_tried_without_an_incident),
		ON_EACH(a_silence_lasts_until_tomorrow_or_until_its_incident_ends),
		ON_EACH(an_operator_silences_for_a_day_at_most),
		ON_EACH(a_maintenance_shows_its_next_times),
		ON_EACH(limits_are_made_changed_and_deleted_by_administrators),
		ON_EACH(a_template_is_checked_when_it_is_saved),
		ON_EACH(a_preview_is_what_the_message_would_be),
		ON_EACH(a_test_goes_through_the_outbox),
		ON_EACH(a_code_links_a_chat_once),
	};

	return CHECK_ALL(tests);
}
