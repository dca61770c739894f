/* SPDX-License-Identifier: Apache-2.0
 *
 * notify/filter.h - filters of routes, silences and maintenance windows: to which
 * incidents they apply.
 *
 * A filter is a JSON list of conditions that must all hold; the empty list matches
 * everything:
 *
 *	[{"field":"severity","op":">=","value":"major"},
 *	 {"field":"olt","op":"in","value":["centro","norte"]}]
 *
 *	field        ops            value
 *	kind         = != in        name of a kind: "outage", "quota"
 *	severity     = != in >=     info, minor, major, critical
 *	cause_class  = != in        fibre, power, equipment, admin, collector, optical, unknown
 *	site olt brand  = != in contains   text; upper and lower case are the same
 *	card port    = != in contains   "0/1", "0/1/3"; contains: "0/1" has "0/1/3"
 *	affected     = != in >=     number of customers
 *	tag          = != in contains   holds if one tag of the incident fits; !=: none does
 *	hours        = != in        "22:00-06:00", local time of the site
 *
 * contains on site, olt, brand and tag: the text is a part of the value. At most
 * NOTIFY_FILTER_CONDITIONS conditions, NOTIFY_FILTER_VALUES values each, and
 * NOTIFY_FILTER_BYTES of JSON, so that a match takes bounded time.
 *
 * An incident has no port, card, OLT, site or brand when it is about more than one (the
 * text is then ""); such a field equals nothing, and != holds.
 *
 * Pure; a parsed filter is read only and may be used by any thread.
 */
#ifndef FACHO_NOTIFY_FILTER_H
#define FACHO_NOTIFY_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/own.h"
#include "model/incident.h"

enum {
	NOTIFY_FILTER_CONDITIONS = 32,
	NOTIFY_FILTER_VALUES = 256,
	NOTIFY_FILTER_BYTES = 65536,
};

/* The facts that a filter compares. All text is borrowed, and never NULL: "" means
 * none. */
struct notify_subject {
	int64_t incident; /* 0: an example, for "try" */
	const char *kind;
	enum incident_severity severity;
	enum incident_class cause_class;
	const char *site;
	const char *olt; /* the OLT's name */
	const char *brand;
	const char *card; /* "0/1" */
	const char *port; /* "0/1/3" */
	int64_t affected;
	const char *const *tags;
	size_t n_tags;
	/* minute of the local day, 0-1439, for hours; -1: unknown, hours then match */
	int minute;
};

struct notify_filter;

/* RC_INVALID: err names the condition, its field and what is allowed. NULL or "" as text
 * is the empty filter. RC_NOMEM. */
enum rc notify_filter_parse(
    const char *text, struct notify_filter **ret_filter, struct err *err) MUST_CHECK;
void notify_filter_free(struct notify_filter *f);
OWNED_BY(struct notify_filter, notify_filter_free);

/* In the normal form, as it is stored: notify_filter_parse reads it again. */
void notify_filter_print(const struct notify_filter *f, struct buf *out);

/* f NULL matches everything. */
bool notify_filter_match(const struct notify_filter *f, const struct notify_subject *s);

/* The fields of a place that a filter uses, beyond those of OLTs (site, olt, brand). */
struct notify_filter_reach {
	bool is_all; /* it has no condition */
	bool has_ports; /* card, port */
	bool has_tags;
};

/* For windows that apply to places and not to incidents (modes hold and plan): only site,
 * olt, brand, card, port and tag are allowed, and a tag not with !=. RC_INVALID: err
 * names the condition that is not allowed. f NULL: all places. */
enum rc notify_filter_places(const struct notify_filter *f,
    struct notify_filter_reach *ret_reach, struct err *err) MUST_CHECK;

/* True if the result depends on the time of day (a condition on hours). */
bool notify_filter_has_hours(const struct notify_filter *f);

#endif
