/* SPDX-License-Identifier: Apache-2.0
 *
 * Every name that a template can use, with its type. The table is used by the parser, the
 * renderer, the help of the editor and the manual.
 */
#include <string.h>

#include "channel/format_int.h"
#include "channel/names_int.h"

static const struct template_name NAMES[] = {
	{ "id", NULL, TEMPLATE_NUMBER, "The number of the incident." },
	{ "url", NULL, TEMPLATE_LINK, "The page of the incident." },
	{ "state", NULL, TEMPLATE_WORD, "Open, recovering, resolved, closed." },
	{ "severity", NULL, TEMPLATE_WORD, "Critical, major, minor, info." },
	{ "kind", NULL, TEMPLATE_WORD, "The kind of incident." },
	{ "title", NULL, TEMPLATE_TEXT, "The incident in a few words." },
	{ "sentence", NULL, TEMPLATE_TEXT, "What is wrong and why, in one sentence." },
	{ "cause", NULL, TEMPLATE_TEXT, "The cause in a few words." },
	{ "cause_class", NULL, TEMPLATE_WORD, "Fibre, power, equipment, unknown." },
	{ "confidence", NULL, TEMPLATE_SURE, "How sure the cause is, in words." },
	{ "since", NULL, TEMPLATE_MOMENT, "When it began; the latest possible moment." },
	{ "since_from", NULL, TEMPLATE_MOMENT,
	    "The earliest moment when it can have begun." },
	{ "since_exact", NULL, TEMPLATE_FLAG, "The device itself said when it began." },
	{ "until", NULL, TEMPLATE_MOMENT, "When it ended." },
	{ "duration", NULL, TEMPLATE_DURATION, "How long it lasts or lasted." },
	{ "affected", NULL, TEMPLATE_NUMBER, "Customers without service now." },
	{ "affected_max", NULL, TEMPLATE_NUMBER,
	    "Customers without service at the worst moment." },
	{ "at_risk", NULL, TEMPLATE_NUMBER,
	    "Customers of that place who had service before." },
	{ "recovered", NULL, TEMPLATE_NUMBER, "Customers whose service is back." },
	{ "left_over", NULL, TEMPLATE_NUMBER,
	    "Customers still without service at the end." },
	{ "place", NULL, TEMPLATE_TEXT, "Where: site, OLT, card, port, box." },
	{ "site", NULL, TEMPLATE_TEXT, "The site." },
	{ "olt", NULL, TEMPLATE_TEXT, "The OLT." },
	{ "card", NULL, TEMPLATE_TEXT, "The card." },
	{ "port", NULL, TEMPLATE_TEXT, "The port." },
	{ "distance", NULL, TEMPLATE_TEXT,
	    "What is known of the distance, as a sentence." },
	{ "distance_m", NULL, TEMPLATE_DISTANCE, "The break is not farther than this." },
	{ "evidence", NULL, TEMPLATE_LIST, "What the cause rests on." },
	{ "causes", NULL, TEMPLATE_LIST, "How many customers have which cause." },
	{ "members", NULL, TEMPLATE_LIST, "The customers without service." },
	{ "similar", NULL, TEMPLATE_LIST, "Earlier incidents of the same place." },
	{ "acked_by", NULL, TEMPLATE_TEXT, "Who acknowledged it." },
	{ "owner", NULL, TEMPLATE_TEXT, "Who works on it." },
	{ "note", NULL, TEMPLATE_TEXT, "The note that somebody wrote." },
	{ "repeat", NULL, TEMPLATE_NUMBER,
	    "How often the same happened in 7 days; none if it is the first." },
	{ "reopened", NULL, TEMPLATE_NUMBER, "How often it came back." },
	{ "blind", NULL, TEMPLATE_FLAG, "It happened while we could not see." },
	{ "test", NULL, TEMPLATE_FLAG, "This message is a test." },
	{ "change", NULL, TEMPLATE_TEXT, "What is new since the last message." },
	{ "target", NULL, TEMPLATE_TEXT, "Who gets this message." },
	{ "now", NULL, TEMPLATE_MOMENT, "When this message was made." },
	{ "incidents", NULL, TEMPLATE_NUMBER, "Storm: how many incidents." },
	{ "customers", NULL, TEMPLATE_NUMBER, "Storm: how many customers in all." },
	{ "open", NULL, TEMPLATE_NUMBER, "Storm: how many of them are still open." },
	{ "unacked", NULL, TEMPLATE_NUMBER,
	    "Storm: how many are open and nobody has acknowledged." },
	{ "largest", NULL, TEMPLATE_LIST,
	    "Storm: the largest open incidents; at its end those not acknowledged." },
	{ "is_over", NULL, TEMPLATE_FLAG, "Storm: it has ended." },
	{ "channel", NULL, TEMPLATE_TEXT, "The channel that does not work." },
	{ "error", NULL, TEMPLATE_TEXT, "What the channel answered last." },
	{ "waiting", NULL, TEMPLATE_NUMBER, "Messages that wait for the channel." },
	{ "text", "evidence", TEMPLATE_TEXT, "One piece of evidence." },
	{ "cause", "causes", TEMPLATE_TEXT, "The cause." },
	{ "count", "causes", TEMPLATE_NUMBER, "How many customers have it." },
	{ "serial", "members", TEMPLATE_TEXT, "The serial number of the ONU." },
	{ "description", "members", TEMPLATE_TEXT, "The customer, as the OLT has it." },
	{ "place", "members", TEMPLATE_TEXT, "The position of the ONU." },
	{ "cause", "members", TEMPLATE_TEXT, "Why this ONU is down." },
	{ "distance_m", "members", TEMPLATE_DISTANCE,
	    "The ONU's distance from the OLT." },
	{ "down", "members", TEMPLATE_MOMENT, "When it went down." },
	{ "id", "similar", TEMPLATE_NUMBER, "The number of the earlier incident." },
	{ "url", "similar", TEMPLATE_LINK, "Its page." },
	{ "since", "similar", TEMPLATE_MOMENT, "When it began." },
	{ "duration", "similar", TEMPLATE_DURATION, "How long it lasted." },
	{ "sentence", "similar", TEMPLATE_TEXT, "What it was." },
	{ "id", "largest", TEMPLATE_NUMBER, "The number of the incident." },
	{ "url", "largest", TEMPLATE_LINK, "Its page." },
	{ "severity", "largest", TEMPLATE_WORD, "Its severity." },
	{ "sentence", "largest", TEMPLATE_TEXT, "What is wrong." },
	{ "place", "largest", TEMPLATE_TEXT, "Where." },
	{ "affected", "largest", TEMPLATE_NUMBER, "Customers without service." },
	{ "since", "largest", TEMPLATE_MOMENT, "When it began." },
};

static const char *const KINDS[TEMPLATE_KINDS] = {
	[TEMPLATE_OPENED] = "incident.opened",
	[TEMPLATE_CHANGED] = "incident.changed",
	[TEMPLATE_RESOLVED] = "incident.resolved",
	[TEMPLATE_STORM] = "storm",
	[TEMPLATE_TEST] = "test",
	[TEMPLATE_ACK_LAPSED] = "incident.ack_lapsed",
	[TEMPLATE_UNSTABLE] = "incident.unstable",
	[TEMPLATE_CHANNEL_DEAD] = "channel.dead",
};

static const char *const TYPES[] = {
	[TEMPLATE_TEXT] = "text",
	[TEMPLATE_NUMBER] = "number",
	[TEMPLATE_MOMENT] = "moment",
	[TEMPLATE_DURATION] = "duration",
	[TEMPLATE_DISTANCE] = "distance",
	[TEMPLATE_WORD] = "word",
	[TEMPLATE_SURE] = "confidence",
	[TEMPLATE_LIST] = "list",
	[TEMPLATE_FLAG] = "flag",
	[TEMPLATE_LINK] = "link",
};

const char *
template_kind_name(enum template_kind kind)
{
	return KINDS[kind];
}

bool
template_kind_find(const char *name, enum template_kind *ret_kind)
{
	for (int i = 0; i < TEMPLATE_KINDS; i++) {
		if (strcmp(KINDS[i], name) == 0) {
			*ret_kind = (enum template_kind)i;
			return true;
		}
	}
	return false;
}

const char *
template_type_name(enum template_type type)
{
	return TYPES[type];
}

const char *
template_word(const char *code, const char *lang)
{
	return format_word(code, format_is_spanish(lang));
}

const struct template_name *
template_names(size_t *ret_n)
{
	*ret_n = sizeof(NAMES) / sizeof(NAMES[0]);
	return NAMES;
}

static bool
is_in_list(const struct template_name *n, const char *list)
{
	if (!n->list || !list)
		return n->list == list;
	return strcmp(n->list, list) == 0;
}

const struct template_name *
name_find(const char *name, size_t len, const char *list)
{
	for (size_t i = 0; i < sizeof(NAMES) / sizeof(NAMES[0]); i++) {
		const struct template_name *n = &NAMES[i];

		if (is_in_list(n, list) && strlen(n->name) == len &&
		    memcmp(n->name, name, len) == 0)
			return n;
	}
	return NULL;
}
