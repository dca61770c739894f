/* SPDX-License-Identifier: Apache-2.0 */
#include "daemon/telegram_commands_int.h"

#include <jansson.h>
#include <string.h>

#include "channel/template.h"

enum { SHOWN_MAX = 8, TEXT_CHARS = 220 };

/* States and causes of ONUs, as the web admin says them. */
static const struct {
	const char *code, *es, *en;
} WORDS[] = {
	{ "online", "en línea", "online" },
	{ "offline", "desconectada", "offline" },
	{ "transitional", "subiendo", "coming up" },
	{ "fault", "con falla", "faulty" },
	{ "disabled", "deshabilitada", "disabled" },
	{ "los_port", "sin luz, todo el puerto", "no light, the whole port" },
	{ "los_onu", "sin luz, esta ONU", "no light, this ONU" },
	{ "power", "sin energía", "no power" },
	{ "signal", "mala señal", "bad signal" },
	{ "admin", "la apagó una persona", "switched off by a person" },
	{ "reset", "reiniciada", "restarted" },
	{ "rogue", "transmite fuera de turno", "transmits out of turn" },
};

static const char *
word(const struct telegram_question *q, const char *code)
{
	for (size_t i = 0; i < sizeof(WORDS) / sizeof(WORDS[0]); i++)
		if (strcmp(WORDS[i].code, code) == 0)
			return q->is_spanish ? WORDS[i].es : WORDS[i].en;
	return q->is_spanish ? "estado desconocido" : "unknown state";
}

static const char *
text_of(const json_t *row, const char *name)
{
	const char *text = json_string_value(json_object_get(row, name));

	return text ? text : "";
}

static const char *
sentence_of(const struct telegram_question *q, const json_t *incident)
{
	return text_of(incident, q->is_spanish ? "sentence_es" : "sentence_en");
}

/* The caller ends the answer. */
static enum rc
ask(const struct telegram_question *q, const char *operation, json_t *args,
    struct service_answer *ret)
{
	service_call(q->service, q->who, operation, args, ret);
	json_decref(args);
	return ret->rc;
}

static void
put_more(const struct telegram_question *q, int64_t n, struct buf *out)
{
	if (n > 0)
		buf_printf(out, q->is_spanish ? "y %lld más\n" : "and %lld more\n",
		    (long long)n);
}

/* ---- incidents ---------------------------------------------------------------------------- */

static void
put_incident(const struct telegram_question *q, const json_t *row, struct buf *out)
{
	const char *by = text_of(row, "acked_by");

	buf_printf(out, "%lld (%s): %s",
	    (long long)json_integer_value(json_object_get(row, "id")),
	    template_word(text_of(row, "severity"), q->is_spanish ? "es" : "en"),
	    sentence_of(q, row));
	if (*by)
		buf_printf(out, q->is_spanish ? " La atiende %s." : " Taken by %s.", by);
	buf_puts(out, "\n");
}

enum rc
telegram_tell_open(const struct telegram_question *q, struct buf *ret_text)
{
	struct service_answer a = { 0 };
	enum rc rc = ask(q, "list",
	    json_pack("{s:s, s:{s:b}, s:s, s:i}", "list", "incidents", "filter", "open",
		1, "ordering", "-severity", "page_size", SHOWN_MAX),
	    &a);
	const json_t *rows = json_object_get(a.result, "results"), *row;
	size_t i;

	json_array_foreach(rows, i, row)
	{
		put_incident(q, row, ret_text);
	}
	if (rc == RC_OK && json_array_size(rows) == 0)
		buf_puts(ret_text,
		    q->is_spanish ? "No hay incidentes abiertos."
				  : "There are no open incidents.");
	put_more(q,
	    json_integer_value(json_object_get(a.result, "count")) -
		(json_int_t)json_array_size(rows),
	    ret_text);
	service_answer_fini(&a);
	return rc;
}

/* ---- ONUs --------------------------------------------------------------------------------- */

static void
put_state(const struct telegram_question *q, const json_t *hit, struct buf *out)
{
	const char *cause = text_of(hit, "cause");

	if (json_is_true(json_object_get(hit, "is_silent"))) {
		buf_puts(out,
		    q->is_spanish ? "sin datos, la OLT no responde"
				  : "no data, the OLT does not answer");
		return;
	}
	if (!json_is_true(json_object_get(hit, "is_present"))) {
		buf_puts(out, q->is_spanish ? "ausente" : "absent");
		return;
	}
	buf_puts(out, word(q, text_of(hit, "run_state")));
	if (*cause && strcmp(cause, "unknown") != 0)
		buf_printf(out, ", %s", word(q, cause));
}

/* That it is part of an incident is what a call centre needs first. */
static void
put_onu(const struct telegram_question *q, const json_t *hit, struct buf *out)
{
	const json_t *incident = json_object_get(hit, "incident");

	buf_printf(out, "%s %.*s, %s %s: ", text_of(hit, "serial"), TEXT_CHARS,
	    text_of(hit, "description"), text_of(hit, "olt_name"), text_of(hit, "place"));
	put_state(q, hit, out);
	buf_puts(out, ".");
	if (json_is_object(incident))
		buf_printf(out,
		    q->is_spanish ? " Es parte del incidente %lld: %s"
				  : " It is part of incident %lld: %s",
		    (long long)json_integer_value(json_object_get(incident, "id")),
		    sentence_of(q, incident));
	buf_puts(out, "\n");
}

enum rc
telegram_tell_onu(
    const struct telegram_question *q, const char *words, struct buf *ret_text)
{
	struct service_answer a = { 0 };
	enum rc rc = ask(q, "onu.find",
	    json_pack("{s:s, s:i}", "text", words, "limit", SHOWN_MAX), &a);
	const json_t *hits = json_object_get(a.result, "results"), *hit;
	size_t i;

	json_array_foreach(hits, i, hit)
	{
		put_onu(q, hit, ret_text);
	}
	if (rc == RC_OK && json_array_size(hits) == 0)
		buf_puts(ret_text,
		    q->is_spanish ? "No se encontró ninguna ONU." : "No ONU was found.");
	if (json_is_true(json_object_get(a.result, "has_more")))
		buf_puts(ret_text,
		    q->is_spanish ? "Hay más: escriba algo más preciso."
				  : "There are more: be more precise.");
	service_answer_fini(&a);
	return rc;
}
