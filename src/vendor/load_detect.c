/* SPDX-License-Identifier: Apache-2.0
 *
 * "detect" and "models": how a device is recognised.
 */
#include "vendor/load_int.h"

#include <regex.h>
#include <string.h>

enum confidence
load_confidence(struct reader *r, const json_t *object)
{
	const char *text = reader_text(r, object, "confidence", NEEDED);

	if (text && (strcmp(text, "A") == 0 || strcmp(text, "B") == 0))
		return (enum confidence)text[0];
	if (text && strcmp(text, "C") != 0)
		reader_complain_of(r, "confidence", "expected A, B or C");
	return CONFIDENCE_C;
}

static void
load_regex(struct reader *r, const json_t *o, struct detect_rule *rule)
{
	char why[128];
	regex_t compiled;
	int code;

	rule->descr_regex = reader_text(r, o, "descr_regex", OPTIONAL);
	if (!rule->descr_regex)
		return;
	code = regcomp(&compiled, rule->descr_regex, REG_EXTENDED | REG_NOSUB);
	if (code == 0) {
		regfree(&compiled);
		return;
	}
	(void)regerror(code, &compiled, why, sizeof(why)); /* truncation is allowed */
	reader_complain_of(r, "descr_regex", "%s", why);
}

static void
load_rule(struct reader *r, const json_t *o, struct detect_rule *rule)
{
	static const char *const KEYS[] = { "object_id", "object_id_prefix",
		"descr_regex", "probe", "probe_text", "model_oid", "confidence", "source",
		"note", NULL };

	if (!reader_is_object(r, o))
		return;
	reader_only_keys(r, o, KEYS);
	if (json_object_get(o, "object_id") && json_object_get(o, "object_id_prefix"))
		reader_complain(r, "expected object_id or object_id_prefix, not both");
	(void)reader_oid(r, o, "object_id", OPTIONAL, &rule->object_id);
	if (reader_oid(r, o, "object_id_prefix", OPTIONAL, &rule->object_id))
		rule->is_prefix = true;
	load_regex(r, o, rule);
	(void)reader_oid(r, o, "probe", OPTIONAL, &rule->probe);
	rule->probe_text = reader_text(r, o, "probe_text", OPTIONAL);
	if (rule->probe_text && rule->probe.n == 0)
		reader_complain(r, "probe_text needs a probe");
	(void)reader_oid(r, o, "model_oid", OPTIONAL, &rule->model_oid);
	rule->confidence = load_confidence(r, o);
	(void)reader_joined(r, o, "source", OPTIONAL); /* for users; only checked */
	(void)reader_text(r, o, "note", OPTIONAL);
	if (rule->object_id.n == 0 && !rule->descr_regex && rule->probe.n == 0)
		reader_complain(r, "a rule needs an object_id, a descr_regex or a probe");
}

/* "MA5603T" or { "model": "MA5620", "olt": false } */
static void
load_model(struct reader *r, const char *key, const json_t *value, struct model_name *m)
{
	static const char *const KEYS[] = { "model", "olt", NULL };
	struct err err;

	if (oid_parse(key, &m->oid, &err) != RC_OK)
		reader_complain(r, "%s", err.msg);
	m->is_olt = true;
	if (json_is_string(value)) {
		m->model = reader_copy(r, json_string_value(value));
		return;
	}
	if (!json_is_object(value)) {
		reader_complain(r, "expected a name, or an object with model and olt");
		return;
	}
	reader_only_keys(r, value, KEYS);
	m->model = reader_text(r, value, "model", NEEDED);
	(void)reader_bool(r, value, "olt", &m->is_olt); /* true when absent */
}

static void
load_models(struct reader *r, const json_t *root, struct profile *p)
{
	json_t *object = reader_object(r, root, "models", OPTIONAL);
	struct model_name *models =
	    reader_alloc(r, json_object_size(object) + 1, sizeof(*models));
	size_t mark = reader_enter(r, "models");
	const char *key;
	json_t *value;

	if (object && models) {
		json_object_foreach(object, key, value)
		{
			size_t at = reader_enter(r, key);

			load_model(r, key, value, &models[p->n_models++]);
			reader_leave(r, at);
		}
	}
	reader_leave(r, mark);
	p->models = models;
}

void
load_detection(struct reader *r, const json_t *root, struct profile *p)
{
	json_t *array = reader_array(r, root, "detect", NEEDED);
	size_t n = json_array_size(array);
	struct detect_rule *rules = reader_alloc(r, n + 1, sizeof(*rules));

	for (size_t i = 0; rules && i < n; i++) {
		size_t mark = reader_enter(r, "detect");

		(void)reader_enter_at(r, i); /* reader_leave() leaves both */
		load_rule(r, json_array_get(array, i), &rules[i]);
		reader_leave(r, mark);
	}
	p->rules = rules;
	p->n_rules = rules ? n : 0;
	load_models(r, root, p);
}
