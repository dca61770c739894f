/* SPDX-License-Identifier: Apache-2.0
 *
 * Which profiles match a device. The order follows OLT-FACTS 1: first an exact
 * sysObjectID, then the longest prefix, then the words of sysDescr. If two rules are
 * equal, the one without a probe is first.
 */
#include "vendor/profile.h"

#include <regex.h>
#include <string.h>

enum {
	SCORE_EXACT = 2000,
	SCORE_DESCR = 500,
	SCORE_ARC = 10, /* for each number of a matching prefix */
	SCORE_CONFIDENCE = 1,
	SCORE_PROBE = -5,
};

static bool
oid_equal(const struct oid *a, const struct oid *b)
{
	return oid_compare(a->arcs, a->n, b->arcs, b->n) == 0;
}

static bool
descr_matches(const char *pattern, const char *descr)
{
	regex_t compiled;
	bool matches;

	if (regcomp(&compiled, pattern, REG_EXTENDED | REG_NOSUB) != 0)
		return false;
	matches = regexec(&compiled, descr, 0, NULL, 0) == 0;
	regfree(&compiled);
	return matches;
}

static const struct model_name *
find_model(const struct profile *p, const struct oid *id)
{
	for (size_t i = 0; i < p->n_models; i++) {
		if (oid_equal(&p->models[i].oid, id))
			return &p->models[i];
	}
	return NULL;
}

/* How well a rule matches; -1: not at all. */
static int
rule_score(const struct detect_rule *rule, const struct oid *id, const char *descr)
{
	int score = 0;

	if (rule->object_id.n) {
		const struct oid *want = &rule->object_id;

		if (!oid_starts_with(id->arcs, id->n, want->arcs, want->n))
			return -1;
		if (!rule->is_prefix && id->n != want->n)
			return -1;
		score += SCORE_ARC * (int)want->n;
		score += rule->is_prefix ? 0 : SCORE_EXACT;
	}
	if (rule->descr_regex) {
		if (!descr_matches(rule->descr_regex, descr))
			return -1;
		score += SCORE_DESCR;
	}
	if (rule->probe.n)
		score += SCORE_PROBE;
	return score + SCORE_CONFIDENCE * ('D' - (int)rule->confidence);
}

/* The best rule of a profile. False: none matches, or the profile excludes this model. */
static bool
best_rule(const struct profile *p, const struct oid *id, const char *descr,
    struct candidate *ret)
{
	const struct model_name *model = find_model(p, id);
	struct candidate best = { .profile = p, .score = -1 };

	if (model && !model->is_olt)
		return false;
	for (size_t i = 0; i < p->n_rules; i++) {
		int score = rule_score(&p->rules[i], id, descr);

		if (score > best.score) {
			best.score = score;
			best.rule = &p->rules[i];
		}
	}
	if (!best.rule)
		return false;
	if (model) {
		best.model = model->model;
		best.score += SCORE_EXACT;
	}
	*ret = best;
	return true;
}

size_t
vendor_candidates(const struct profile_set *set, const struct oid *sys_object_id,
    const char *sys_descr, struct candidate ret[CANDIDATES_MAX])
{
	size_t n = 0;

	for (size_t i = 0; i < profile_set_count(set); i++) {
		struct candidate c;
		size_t at = n;

		if (!best_rule(profile_set_at(set, i), sys_object_id, sys_descr, &c))
			continue;
		while (at && ret[at - 1].score < c.score)
			at--;
		if (at == CANDIDATES_MAX)
			continue;
		if (n < CANDIDATES_MAX)
			n++;
		memmove(&ret[at + 1], &ret[at], (n - 1 - at) * sizeof(c));
		ret[at] = c;
	}
	return n;
}
