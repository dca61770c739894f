/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared by the tests of the profiles: the builtin set, and functions for raw values.
 */
#ifndef FACHO_TESTS_VENDOR_CHECK_H
#define FACHO_TESTS_VENDOR_CHECK_H

#include "check.h"
#include "model/oid.h"
#include "vendor/profile.h"

static inline struct profile_set *
builtin_set(void)
{
	struct profile_set *set = NULL;
	struct err err = { 0 };

	if (profile_set_load_builtin(&set, &err) != RC_OK)
		fail_msg("%s", err.msg);
	return set;
}

static inline const struct profile *
profile_named(const struct profile_set *set, const char *name)
{
	const struct profile *p = profile_set_find(set, name);

	if (!p)
		fail_msg("no profile \"%s\"", name);
	return p;
}

static inline const struct column *
column_named(const struct profile *p, const char *table, const char *name)
{
	const struct column *c = profile_column(p, table, name);

	if (!c)
		fail_msg("%s has no column %s.%s", p->id, table, name);
	return c;
}

static inline const struct index_format *
index_named(const struct profile *p, const char *name)
{
	for (size_t i = 0; i < p->n_indexes; i++) {
		if (strcmp(p->indexes[i].name, name) == 0)
			return &p->indexes[i];
	}
	fail_msg("%s has no index %s", p->id, name);
	return NULL;
}

static inline struct oid
oid_of(const char *text)
{
	struct oid oid = { 0 };

	check_rc(oid_parse(text, &oid, NULL), RC_OK);
	return oid;
}

static inline struct snmp_value
raw_int(int64_t n)
{
	return (struct snmp_value){ .type = SNMP_INTEGER, .i = n };
}

static inline struct snmp_value
raw_octets(const void *octets, size_t n)
{
	return (struct snmp_value){
		.type = SNMP_OCTETS, .len = (uint32_t)n, .octets = octets
	};
}

static inline struct snmp_value
raw_text(const char *text)
{
	return raw_octets(text, strlen(text));
}

#endif
