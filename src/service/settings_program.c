/* SPDX-License-Identifier: Apache-2.0
 *
 * Settings of the program (service/program.h): shown, stored, and taken over.
 *
 * One that an option, the environment or the file says is not changed here: what is
 * stored of it would have no effect. Standard intervals take the standard jobs along that
 * still run by them, in the same transaction.
 */
#include "service/settings_int.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/units.h"
#include "base/vec.h"
#include "store/work/job.h"
#include "store/core/settings.h"
#include "vendor/profile.h"

enum { TEXT_MAX = 500 };

static const char STANDARD[] = "standard.";

/* A setting, and how it is. */
struct seen {
	struct program_setting is;
	struct program_value now;
};

int64_t
program_find(const struct ask *a, const char *key)
{
	const struct program *p = &a->s->options.program;
	struct program_setting setting;

	for (size_t i = 0; i < p->n; i++) {
		p->describe(p->ctx, i, &setting);
		if (strcmp(setting.key, key) == 0)
			return (int64_t)i + PROGRAM_FIRST;
	}
	return 0;
}

/* ---- showing ------------------------------------------------------------------------- */

/* A number as one, everything else as text. */
static json_t *
json_of(const struct program_setting *s, const char *text)
{
	int64_t number;

	if (strcmp(s->type, "number") == 0 && units_parse_int(text, &number) == RC_OK)
		return json_integer((json_int_t)number);
	return json_string(text);
}

static json_t *
choices_of(const struct program_setting *s)
{
	json_t *all = json_array();

	for (size_t i = 0; s->choices && s->choices[i]; i++)
		(void)json_array_append_new(all, json_string(s->choices[i]));
	return all;
}

/* What it is when nothing has to be read again first. */
static const char *
value_of(const struct seen *s)
{
	return s->now.said ? s->now.said : s->now.stored ? s->now.stored : s->is.fallback;
}

/* "option", "environment" or "file", by what they are called. */
static const char *
source_of(const struct program_value *v)
{
	if (!v->said)
		return v->stored ? "stored" : "default";
	if (strncmp(v->origin, "--", 2) == 0)
		return "option";
	return strchr(v->origin, ':') ? "file" : "environment";
}

/* What is worth saying besides the value; "" when nothing is. In the arena. */
static const char *
note_of(struct ask *a, const struct seen *s)
{
	const char *note = "";

	if (strcmp(s->now.in_use, value_of(s)) != 0)
		note = arena_printf(a->arena, "in use: %s, stored: %s, after a restart",
		    *s->now.in_use ? s->now.in_use : "-",
		    *value_of(s) ? value_of(s) : "-");
	else if (s->now.said)
		note = arena_printf(a->arena, "set by %s", s->now.origin);
	return note ? note : "";
}

static bool
see(struct ask *a, int64_t id, struct seen *ret)
{
	const struct program *p = &a->s->options.program;
	size_t i = (size_t)(id - PROGRAM_FIRST);

	p->describe(p->ctx, i, &ret->is);
	if (p->look(p->ctx, i, a->arena, &ret->now) == RC_OK)
		return true;
	(void)ask_fail(a, RC_NOMEM, "out of memory");
	return false;
}

static void
add_range(json_t *shown, const struct program_setting *s)
{
	(void)json_object_set_new(
	    shown, "min", s->has_range ? json_integer(s->min) : json_null());
	(void)json_object_set_new(
	    shown, "max", s->has_range ? json_integer(s->max) : json_null());
}

json_t *
program_show(struct ask *a, int64_t id)
{
	struct seen s;
	json_t *shown;

	if (!see(a, id, &s))
		return NULL;
	shown = json_pack("{s:I, s:s, s:o, s:o, s:o, s:s, s:s, s:s, s:s}", "id",
	    (json_int_t)id, "key", s.is.key, "value", json_of(&s.is, value_of(&s)),
	    "default", json_of(&s.is, s.is.fallback), "in_use",
	    json_of(&s.is, s.now.in_use), "unit", "", "help", s.is.help, "type",
	    s.is.type, "note", note_of(a, &s));
	add_range(shown, &s.is);
	(void)json_object_update_new(shown,
	    json_pack("{s:b, s:s, s:s, s:s, s:b, s:b, s:o}", "is_changed",
		strcmp(value_of(&s), s.is.fallback) != 0, "applies",
		s.is.acts_at_once ? "now" : "restart", "source", source_of(&s.now),
		"origin", s.now.said ? s.now.origin : "", "is_editable",
		s.is.may_be_stored && !s.now.said, "waits_for_restart",
		strcmp(s.now.in_use, value_of(&s)) != 0, "choices", choices_of(&s.is)));
	return shown;
}

/* ---- changing ------------------------------------------------------------------------- */

struct entry {
	struct ask *ask;
	const struct program_setting *is;
	const char *text; /* NULL: the default again */
	struct vec jobs; /* struct job_id: standard jobs that run at other times now */
};

/* In the writer's thread: as the database has it. */
static json_t *
show_stored(const struct change *c, struct db *db, struct err *err)
{
	const struct entry *e = c->ctx;
	char *stored OWNED(free) = NULL;
	enum rc rc = store_setting_get(db, e->is->key, &stored, err);

	if (rc != RC_OK && rc != RC_NOT_FOUND)
		return NULL;
	return json_pack("{s:I, s:s, s:o, s:o}", "id", (json_int_t)c->id, "key",
	    e->is->key, "value", json_of(e->is, stored ? stored : e->is->fallback),
	    "default", json_of(e->is, e->is->fallback));
}

/* The interval that standard jobs ran by until now. */
static enum rc
pace_before(const struct entry *e, struct db *db, int64_t *ret_ms, struct err *err)
{
	char *stored OWNED(free) = NULL;
	enum rc rc = store_setting_get(db, e->is->key, &stored, err);

	if (rc != RC_OK && rc != RC_NOT_FOUND)
		return rc;
	if (!stored || units_parse_ms(stored, ret_ms) != RC_OK)
		(void)!units_parse_ms(e->is->fallback, ret_ms);
	return RC_OK;
}

/* The standard job of each profile that has the interval of before. */
static enum rc
move_jobs(struct change *c, struct db *db, const struct job_pace *pace, struct err *err)
{
	struct entry *e = c->ctx;
	const struct profile_set *all = e->ask->s->options.profiles;
	const char *kind = e->is->key + sizeof(STANDARD) - 1;
	enum rc rc = RC_OK;

	vec_clear(&e->jobs);
	for (size_t i = 0; rc == RC_OK && i < profile_set_count(all); i++) {
		char name[TEXT_MAX];
		struct job_id job = { 0 }, *slot;

		(void)snprintf(
		    name, sizeof(name), "%s %s", profile_set_at(all, i)->id, kind);
		rc = store_job_pace(db, name, pace, c->now_ms, &job, err);
		if (rc != RC_OK || !job.v)
			continue;
		slot = vec_add(&e->jobs);
		if (!slot)
			return err_set(err, RC_NOMEM, "out of memory");
		*slot = job;
	}
	return rc;
}

static bool
is_standard(const struct entry *e)
{
	return strncmp(e->is->key, STANDARD, sizeof(STANDARD) - 1) == 0;
}

static enum rc
write_text(const struct change *c, struct db *db, struct err *err)
{
	const struct entry *e = c->ctx;
	struct setting setting = { e->is->key, e->text, c->now_ms, e->ask->who->name };
	enum rc rc;

	if (e->text)
		return store_setting_put(db, &setting, err);
	rc = store_setting_delete(db, e->is->key, err);
	return rc == RC_NOT_FOUND ? RC_OK : rc;
}

static enum rc
put(struct change *c, struct db *db, struct err *err)
{
	const struct entry *e = c->ctx;
	struct job_pace pace = { 0 };
	enum rc rc = RC_OK;

	if (is_standard(e)) {
		(void)!units_parse_ms(e->text ? e->text : e->is->fallback, &pace.to_ms);
		rc = pace_before(e, db, &pace.from_ms, err);
	}
	if (rc == RC_OK && pace.from_ms != pace.to_ms)
		rc = move_jobs(c, db, &pace, err);
	return rc == RC_OK ? write_text(c, db, err) : rc;
}

/* It is in: those who run by it are told. */
static void
take_over(struct ask *a, const struct entry *e)
{
	const struct program *p = &a->s->options.program;
	struct err err = { 0 };
	enum rc rc = p->reload(p->ctx, a->db, &err);

	if (rc != RC_OK)
		(void)ask_fail(a, rc,
		    "it is stored, and could not be taken over before a restart: %s",
		    err.msg);
	for (size_t i = 0; i < e->jobs.n; i++)
		(void)!tell_olts_of_job(a, *VEC_AT(&e->jobs, struct job_id, i));
}

static void
make(struct ask *a, int64_t id, const char *action, struct entry *e)
{
	struct change c = { action, &ENTITY_SETTING, id, put, e, 0, .show = show_stored };

	e->jobs = (struct vec)VEC_INIT(struct job_id);
	if (change_make(a, &c) == RC_OK)
		take_over(a, e);
	vec_fini(&e->jobs);
	if (ask_is_well(a))
		ask_answer(a, program_show(a, id));
}

/* What is stored of it would have no effect: wrong, and said. */
static void
check_editable(struct ask *a, const struct seen *s)
{
	if (!s->is.may_be_stored)
		arg_wrong(a, "setting",
		    "%s is only read from the file and the environment when the program "
		    "starts",
		    s->is.key);
	else if (s->now.said)
		arg_wrong(a, "setting",
		    "%s says %s, which wins over what is stored: change it there",
		    s->now.origin, s->is.key);
}

/* The argument as text, whatever it came as; NULL: it is wrong. */
static const char *
given_text(struct ask *a)
{
	const json_t *value = json_object_get(a->args, "value");

	if (json_is_boolean(value))
		return json_is_true(value) ? "yes" : "no";
	if (json_is_integer(value))
		return arena_printf(
		    a->arena, "%lld", (long long)json_integer_value(value));
	if (json_is_real(value))
		return arena_printf(a->arena, "%.9g", json_real_value(value));
	if (json_is_string(value) && json_string_length(value) <= TEXT_MAX)
		return json_string_value(value);
	arg_wrong(a, "value", "a number or a text of at most %d characters is expected",
	    TEXT_MAX);
	return NULL;
}

/* What is wrong with a value, without the name of the setting, which is known here. */
static const char *
reason_of(const struct err *err, const char *key)
{
	size_t n = strlen(key);

	return strncmp(err->msg, key, n) == 0 && strncmp(err->msg + n, ": ", 2) == 0
	    ? err->msg + n + 2
	    : err->msg;
}

/* As it is to be stored, in the arena; NULL: it is wrong. */
static const char *
read_text(struct ask *a, int64_t id, const char *key, const char *text)
{
	const struct program *p = &a->s->options.program;
	struct buf kept = BUF_INIT(2 * TEXT_MAX);
	struct err err = { 0 };
	char *copy = NULL;

	if (p->read(p->ctx, (size_t)(id - PROGRAM_FIRST), text, &kept, &err) != RC_OK)
		arg_wrong(a, "value", "%s", reason_of(&err, key));
	else
		copy = arena_copy(a->arena, buf_text(&kept), kept.len);
	buf_fini(&kept);
	return copy;
}

void
program_change(struct ask *a, int64_t id)
{
	const char *text = given_text(a);
	struct seen s;
	struct entry e = { .ask = a, .is = &s.is };

	if (!see(a, id, &s))
		return;
	check_editable(a, &s);
	if (text)
		e.text = read_text(a, id, s.is.key, text);
	if (args_are_right(a))
		make(a, id, "update", &e);
}

void
program_reset(struct ask *a, int64_t id)
{
	struct seen s;
	struct entry e = { .ask = a, .is = &s.is };

	if (!see(a, id, &s))
		return;
	check_editable(a, &s);
	if (args_are_right(a))
		make(a, id, "reset", &e);
}
