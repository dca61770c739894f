/* SPDX-License-Identifier: Apache-2.0
 *
 * Follows the steps of a template and makes the blocks of a document. Text goes to a
 * pending run; a change of style, link or line ends the run.
 */
#include <inttypes.h>
#include <string.h>

#include "channel/format_int.h"
#include "channel/template_int.h"
#include "channel/utf8_int.h"
#include "channel/zone_int.h"

/* STEPS_MAX: nested lists end there, so that no template takes longer than a few
 * milliseconds. */
enum { VALUE_MAX = 2000, URL_BYTES_MAX = 2000, TITLE_MAX = 200, STEPS_MAX = 20000 };

struct scope {
	const char *list;
	const json_t *item;
};

struct render {
	const struct template *t;
	const json_t *data;
	const struct template_view *view;
	const struct zone *zone;
	bool is_spanish;

	json_t *blocks;
	json_t *runs; /* the line in progress; NULL: between lines */
	struct buf text; /* of the pending run */
	bool is_bold;
	bool is_in_url;
	struct buf url;
	bool has_link;

	struct scope scopes[TEMPLATE_DEPTH];
	int depth;
	const char *list; /* the outermost list of whole lines; NULL: none */
	int item;
	size_t bytes; /* total bytes of text */
	size_t steps; /* done */
	bool has_text; /* this line */
	bool has_failed; /* no memory */
};

/* ---- values ------------------------------------------------------------------------- */

static const json_t *
items_of(const json_t *list)
{
	return json_is_object(list) ? json_object_get(list, "items") : list;
}

static size_t
total_of(const json_t *list)
{
	size_t n = json_array_size(items_of(list));
	json_int_t total = json_integer_value(json_object_get(list, "total"));

	return total > (json_int_t)n ? (size_t)total : n;
}

/* NULL: not found. An item that is a plain text is its own "text". */
static const json_t *
value_of(const struct render *r, const struct template_name *name)
{
	const json_t *incident = json_object_get(r->data, "incident");
	const json_t *found;

	if (name->list) {
		for (int i = r->depth - 1; i >= 0; i--) {
			if (strcmp(r->scopes[i].list, name->list) != 0)
				continue;
			if (json_is_string(r->scopes[i].item))
				return strcmp(name->name, "text") == 0 ? r->scopes[i].item
								       : NULL;
			return json_object_get(r->scopes[i].item, name->name);
		}
		return NULL;
	}
	found = json_object_get(incident, name->name);
	return found ? found : json_object_get(r->data, name->name);
}

static bool
is_empty(const struct template_name *name, const json_t *v)
{
	if (json_is_string(v))
		return *json_string_value(v) == '\0';
	if (name->type == TEMPLATE_SURE)
		return *format_sure(json_integer_value(v), false) == '\0';
	if (json_is_number(v))
		return json_number_value(v) == 0;
	if (name->type == TEMPLATE_LIST)
		return total_of(v) == 0;
	return !json_is_true(v);
}

static int64_t
whole(const json_t *v)
{
	return json_is_real(v) ? (int64_t)json_real_value(v) : json_integer_value(v);
}

/* The text of an item in a list on one line. */
static const char *
item_text(const json_t *item)
{
	static const char *const KEYS[] = { "text", "description", "serial", "sentence",
		"cause", "name" };

	if (json_is_string(item))
		return json_string_value(item);
	for (size_t i = 0; i < sizeof(KEYS) / sizeof(KEYS[0]); i++) {
		const char *text = json_string_value(json_object_get(item, KEYS[i]));

		if (text && *text)
			return text;
	}
	return "?";
}

static void
put_list(const struct render *r, struct buf *out, const json_t *list, int max)
{
	const json_t *items = items_of(list);
	size_t total = total_of(list);
	size_t shown = json_array_size(items);

	if (shown > (size_t)max)
		shown = (size_t)max;
	for (size_t i = 0; i < shown; i++)
		buf_printf(
		    out, "%s%s", i ? ", " : "", item_text(json_array_get(items, i)));
	if (total > shown) {
		buf_putc(out, ' ');
		format_more(out, (int64_t)(total - shown), r->is_spanish);
	}
}

static void
put_number(const struct render *r, struct buf *out, const struct step *s, const json_t *v)
{
	if (s->name->type == TEMPLATE_SURE && s->format == FORMAT_NONE)
		buf_puts(out, format_sure(whole(v), r->is_spanish));
	else if (s->format == FORMAT_NUMBER)
		format_number(out, whole(v), r->is_spanish);
	else
		buf_printf(out, "%" PRId64, whole(v));
}

static void
put_flag(const struct render *r, struct buf *out, const json_t *v)
{
	if (r->is_spanish)
		buf_puts(out, json_is_true(v) ? "sí" : "no");
	else
		buf_puts(out, json_is_true(v) ? "yes" : "no");
}

static void
put_moment(const struct render *r, struct buf *out, const struct step *s, const json_t *v)
{
	if (s->format == FORMAT_AGO)
		format_ago(out, whole(v), r->view->now_ms, r->is_spanish);
	else
		format_time(out, r->zone, whole(v), r->view->now_ms, r->is_spanish);
}

static void
put_value(const struct render *r, struct buf *out, const struct step *s, const json_t *v)
{
	const char *text = json_string_value(v);

	if (!v || json_is_null(v))
		return;
	switch (s->name->type) {
	case TEMPLATE_TEXT:
	case TEMPLATE_LINK:
		if (json_is_number(v))
			buf_printf(out, "%" PRId64, whole(v));
		else
			buf_puts(out, text ? text : "");
		return;
	case TEMPLATE_WORD:
		buf_puts(out, text ? format_word(text, r->is_spanish) : "");
		return;
	case TEMPLATE_NUMBER:
	case TEMPLATE_SURE:
		put_number(r, out, s, v);
		return;
	case TEMPLATE_MOMENT:
		put_moment(r, out, s, v);
		return;
	case TEMPLATE_DURATION:
		format_duration(out, whole(v));
		return;
	case TEMPLATE_DISTANCE:
		format_km(out, whole(v), r->is_spanish);
		return;
	case TEMPLATE_LIST:
		put_list(r, out, v, s->items);
		return;
	case TEMPLATE_FLAG:
		put_flag(r, out, v);
		return;
	}
}

/* ---- text --------------------------------------------------------------------------- */

/* Characters that would break a line or change the direction of the following text. */
static bool
is_unwanted(uint32_t c)
{
	return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029 ||
	    (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF;
}

/* Add text to out without unwanted characters, at most max bytes. */
static void
put_clean(struct buf *out, const char *text, size_t max)
{
	size_t put = 0;
	size_t n;
	uint32_t c;

	for (; (n = utf8_next(text, &c)) > 0; text += n) {
		if (put + n > max) {
			buf_puts(out, "…");
			return;
		}
		if (is_unwanted(c))
			buf_putc(out, ' ');
		else
			buf_add(out, text, n);
		put += n;
	}
}

static bool
is_web_address(const char *url)
{
	return strncmp(url, "https://", 8) == 0 || strncmp(url, "http://", 7) == 0 ||
	    strncmp(url, "mailto:", 7) == 0;
}

static void
end_run(struct render *r)
{
	json_t *run;

	if (r->text.len == 0)
		return;
	run = json_pack("{s:s}", "text", buf_text(&r->text));
	if (run && r->is_bold)
		(void)json_object_set_new(run, "bold", json_true());
	if (run && r->has_link)
		(void)json_object_set_new(run, "url", json_string(buf_text(&r->url)));
	if (!run || !buf_ok(&r->text) || json_array_append_new(r->runs, run) != 0)
		r->has_failed = true;
	buf_clear(&r->text);
	r->has_text = true;
}

static void
put_text(struct render *r, const char *text, bool is_bold)
{
	size_t before = r->text.len;
	size_t left = TEMPLATE_OUTPUT - r->bytes;

	if (is_bold != r->is_bold)
		end_run(r);
	before = before > r->text.len ? 0 : before;
	r->is_bold = is_bold;
	if (left < 8)
		return;
	put_clean(&r->text, text, left < VALUE_MAX ? left - 4 : VALUE_MAX);
	r->bytes += r->text.len - before;
}

/* The first value of an address may be a complete address; others are parts and are
 * quoted. */
static void
put_url(struct render *r, const char *text, bool is_value)
{
	if (is_value && r->url.len > 0)
		buf_put_escaped(&r->url, text);
	else
		put_clean(&r->url, text, URL_BYTES_MAX);
}

static void
put(struct render *r, const char *text, bool is_value, bool is_bold)
{
	if (r->is_in_url)
		put_url(r, text, is_value);
	else
		put_text(r, text, is_bold);
}

static void
do_text(struct render *r, const struct step *s)
{
	struct buf b = BUF_INIT(TEMPLATE_MAX + 1);

	buf_add(&b, r->t->text + s->at, s->len);
	/* The length of a template's own text is limited only by TEMPLATE_OUTPUT. */
	for (const char *at = buf_text(&b); *at;) {
		char part[VALUE_MAX + 1];
		size_t n = utf8_cut(at, VALUE_MAX);

		memcpy(part, at, n);
		part[n] = '\0';
		put(r, part, false, s->is_bold);
		at += n;
	}
	r->has_failed |= !buf_ok(&b);
	buf_fini(&b);
}

static void
do_value(struct render *r, const struct step *s)
{
	struct buf b = BUF_INIT(TEMPLATE_OUTPUT);

	put_value(r, &b, s, value_of(r, s->name));
	put(r, buf_text(&b), true, s->is_bold);
	buf_fini(&b);
}

/* ---- links -------------------------------------------------------------------------- */

static void
begin_url(struct render *r)
{
	end_run(r);
	buf_clear(&r->url);
	r->is_in_url = true;
}

static void
begin_link(struct render *r)
{
	r->is_in_url = false;
	r->has_link = buf_ok(&r->url) && is_web_address(buf_text(&r->url)) &&
	    !strpbrk(buf_text(&r->url), " \"<>");
}

static void
end_link(struct render *r)
{
	end_run(r);
	r->has_link = false;
}

/* ---- lines -------------------------------------------------------------------------- */

static void
begin_line(struct render *r)
{
	r->runs = json_array();
	r->has_failed |= !r->runs;
	r->has_text = false;
	r->is_bold = false;
}

static void
add_block(struct render *r, json_t *block)
{
	if (block && r->list)
		(void)json_object_set_new(block, "list", json_string(r->list));
	if (!block || json_array_append_new(r->blocks, block) != 0)
		r->has_failed = true;
}

/* Two empty lines in a row are one, and a document does not begin with one. */
static bool
is_after_text(const struct render *r)
{
	size_t n = json_array_size(r->blocks);
	const json_t *last = n ? json_array_get(r->blocks, n - 1) : NULL;

	return last &&
	    (json_array_size(json_object_get(last, "runs")) > 0 ||
		json_object_get(last, "more"));
}

static void
end_line(struct render *r, const struct step *line)
{
	json_t *runs = GIVE(r->runs);
	json_t *block;

	r->runs = runs;
	end_run(r);
	r->runs = NULL;
	if ((!r->has_text && (line->has_mark || !is_after_text(r))) ||
	    json_array_size(r->blocks) >= TEMPLATE_BLOCKS) {
		json_decref(runs);
		return;
	}
	block = json_pack(
	    "{s:s, s:o}", "kind", line->is_bullet ? "bullet" : "line", "runs", runs);
	if (block && r->list)
		(void)json_object_set_new(block, "item", json_integer(r->item));
	add_block(r, block);
}

/* ---- sections ------------------------------------------------------------------------ */

static void run_steps(struct render *r, size_t from, size_t to);

static void
end_list(struct render *r, const struct step *s, size_t more)
{
	struct buf b = BUF_INIT(100);

	if (more && s->is_whole_lines && r->list &&
	    json_array_size(r->blocks) <= TEMPLATE_BLOCKS) {
		add_block(r,
		    json_pack("{s:s, s:I, s:[]}", "kind", "line", "more",
			(json_int_t)more, "runs"));
	} else if (more && !s->is_whole_lines) {
		format_more(&b, (int64_t)more, r->is_spanish);
		put(r, " ", false, s->is_bold);
		put(r, buf_text(&b), true, s->is_bold);
	}
	buf_fini(&b);
}

static void
run_list(struct render *r, const struct step *s, size_t from, const json_t *list)
{
	const json_t *items = items_of(list);
	size_t n = json_array_size(items);
	bool is_outermost = !r->list && s->is_whole_lines;
	size_t total = total_of(list);

	if (n > TEMPLATE_ITEMS)
		n = TEMPLATE_ITEMS;
	if (is_outermost)
		r->list = s->name->name;
	r->depth++;
	for (size_t i = 0; i < n && json_array_size(r->blocks) < TEMPLATE_BLOCKS; i++) {
		r->scopes[r->depth - 1] =
		    (struct scope){ s->name->name, json_array_get(items, i) };
		if (is_outermost)
			r->item = (int)i;
		run_steps(r, from, s->end);
	}
	r->depth--;
	end_list(r, s, is_outermost || !s->is_whole_lines ? total - n : 0);
	if (is_outermost)
		r->list = NULL;
}

static void
run_section(struct render *r, const struct step *s, size_t from)
{
	const json_t *v = value_of(r, s->name);
	bool is_shown = is_empty(s->name, v) == (s->kind == STEP_UNLESS);

	if (is_shown && s->kind == STEP_IF && s->name->type == TEMPLATE_LIST)
		run_list(r, s, from, v);
	else if (is_shown)
		run_steps(r, from, s->end);
}

static void
run_step(struct render *r, const struct step *s, size_t i, const struct step **line)
{
	switch (s->kind) {
	case STEP_LINE:
		*line = s;
		begin_line(r);
		return;
	case STEP_LINE_END:
		if (r->runs && *line)
			end_line(r, *line);
		return;
	case STEP_TEXT:
		do_text(r, s);
		return;
	case STEP_VALUE:
		do_value(r, s);
		return;
	case STEP_URL:
		begin_url(r);
		return;
	case STEP_LINK:
		begin_link(r);
		return;
	case STEP_LINK_END:
		end_link(r);
		return;
	case STEP_IF:
	case STEP_UNLESS:
		run_section(r, s, i + 1);
		return;
	case STEP_END:
		return;
	}
}

static void
run_steps(struct render *r, size_t from, size_t to)
{
	const struct step *line = NULL;

	for (size_t i = from; i < to && !r->has_failed; i++) {
		const struct step *s = VEC_AT(&r->t->steps, struct step, i);

		if (r->steps++ > STEPS_MAX)
			return;
		run_step(r, s, i, &line);
		if (s->kind == STEP_IF || s->kind == STEP_UNLESS)
			i = s->end;
	}
}

/* ---- the document -------------------------------------------------------------------- */

static void
drop_last_empty(json_t *blocks)
{
	size_t n = json_array_size(blocks);
	const json_t *last = n ? json_array_get(blocks, n - 1) : NULL;

	if (last && json_array_size(json_object_get(last, "runs")) == 0 &&
	    !json_object_get(last, "more"))
		(void)json_array_remove(blocks, n - 1);
}

static json_t *
title_of(const json_t *blocks)
{
	const json_t *runs = json_object_get(json_array_get(blocks, 0), "runs");
	struct buf b = BUF_INIT(TEMPLATE_OUTPUT + 100);
	json_t *title;
	json_t *run;
	size_t i;

	json_array_foreach(runs, i, run)
	{
		buf_puts(&b, json_string_value(json_object_get(run, "text")));
	}
	title = json_stringn(buf_text(&b), utf8_cut(buf_text(&b), TITLE_MAX));
	buf_fini(&b);
	return title;
}

static json_t *
make_document(struct render *r)
{
	const json_t *incident = json_object_get(r->data, "incident");
	const char *severity = json_string_value(json_object_get(incident, "severity"));
	const char *url = json_string_value(json_object_get(incident, "url"));
	const json_t *test = json_object_get(incident, "test");

	if (!url)
		url = json_string_value(json_object_get(r->data, "url"));
	drop_last_empty(r->blocks);
	return json_pack("{s:s, s:o, s:s, s:s, s:s, s:I, s:s, s:b, s:O}", "type",
	    template_kind_name(r->view->kind), "title", title_of(r->blocks), "severity",
	    severity ? severity : "info", "lang", r->is_spanish ? "es" : "en", "zone",
	    r->view->zone ? r->view->zone : "", "incident",
	    json_integer_value(json_object_get(incident, "id")), "url",
	    url && is_web_address(url) ? url : "", "is_test",
	    json_is_true(test) || json_is_true(json_object_get(r->data, "test")),
	    "blocks", r->blocks);
}

enum rc
template_render(const struct template *t, const json_t *data,
    const struct template_view *view, json_t **ret_document, struct err *err)
{
	struct zone *zone OWNED(zone_free) = zone_load(view->zone);
	struct render r = { .t = t,
		.data = data,
		.view = view,
		.zone = zone,
		.is_spanish = format_is_spanish(view->lang),
		.blocks = json_array(),
		.text = BUF_INIT(TEMPLATE_OUTPUT + 16),
		.url = BUF_INIT((size_t)4 * URL_BYTES_MAX) };
	json_t *document = NULL;

	if (r.blocks) {
		run_steps(&r, 0, t->steps.n);
		document = r.has_failed ? NULL : make_document(&r);
	}
	json_decref(r.runs);
	json_decref(r.blocks);
	buf_fini(&r.text);
	buf_fini(&r.url);
	if (!document)
		return err_set(err, RC_NOMEM, "out of memory");
	*ret_document = document;
	return RC_OK;
}
