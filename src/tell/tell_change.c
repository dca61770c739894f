/* SPDX-License-Identifier: Apache-2.0
 *
 * What is new since the last message, as sentences for {{change}}: the reason of the message,
 * and what differs from what the target was told before.
 */
#include <string.h>

#include "tell/tell_int.h"

struct change {
	const struct notify_decision *d;
	const struct watch_incident *incident;
	enum watch_language language;
	struct buf *text;
};

/* Begin a sentence. */
static void
begin(struct change *c)
{
	if (*buf_text(c->text))
		buf_puts(c->text, " ");
}

static void
say(struct change *c, const char *es, const char *en)
{
	begin(c);
	buf_puts(c->text, c->language == WATCH_ES ? es : en);
}

static const char *
word(const struct change *c, const char *code)
{
	return template_word(code, c->language == WATCH_ES ? "es" : "en");
}

static void
say_reason(struct change *c)
{
	switch (c->d->reason) {
	case NOTIFY_REOPENED:
		say(c, "Volvió a fallar.", "It failed again.");
		break;
	case NOTIFY_ACKED:
		say(c, "Ya hay quien la atiende.", "Somebody takes care of it now.");
		break;
	case NOTIFY_UNACKED:
		say(c, "Ya nadie la atiende.", "Nobody takes care of it any more.");
		break;
	case NOTIFY_MERGED:
		begin(c);
		buf_printf(c->text,
		    c->language == WATCH_ES ? "Ahora es parte del incidente %lld."
					    : "It is part of incident %lld now.",
		    (long long)c->d->part_of);
		break;
	case NOTIFY_FIRST:
	case NOTIFY_SEVERITY:
	case NOTIFY_CLASS:
	case NOTIFY_DOUBLED:
	case NOTIFY_UNSTABLE:
	case NOTIFY_ACK_LAPSED:
	case NOTIFY_RESOLVED:
	case NOTIFY_CHANGED:
	case NOTIFY_STORM:
	case NOTIFY_STORM_OVER:
	case NOTIFY_REASONS:
		break;
	}
	if (c->d->reason == NOTIFY_ACK_LAPSED || c->d->is_ack_lapsed)
		say(c, "La atención venció.", "The acknowledgement lapsed.");
}

static void
say_severity(struct change *c)
{
	int before = (int)c->d->severity_before, now = (int)c->incident->severity;
	bool rose = now > before, is_spanish = c->language == WATCH_ES;

	if (now == before)
		return;
	begin(c);
	buf_puts(c->text,
	    is_spanish ? (rose ? "La gravedad subió" : "La gravedad bajó")
		       : (rose ? "The severity rose" : "The severity fell"));
	buf_printf(c->text, is_spanish ? ": antes %s, ahora %s." : " from %s to %s.",
	    word(c, watch_severity_name((enum watch_severity)before)),
	    word(c, watch_severity_name(c->incident->severity)));
}

static void
say_class(struct change *c)
{
	bool is_spanish = c->language == WATCH_ES;
	const char *now = word(c, watch_class_name(c->incident->cause_class));

	/* class_before is the last known one: a cause that is not known now is no news. */
	if (c->incident->cause_class == WATCH_CLASS_UNKNOWN ||
	    (int)c->incident->cause_class == (int)c->d->class_before)
		return;
	begin(c);
	if (c->d->class_before == INCIDENT_UNKNOWN)
		buf_printf(c->text,
		    is_spanish ? "Ahora se conoce la causa: %s."
			       : "The cause is known now: %s.",
		    now);
	else
		buf_printf(c->text,
		    is_spanish ? "La causa cambió: antes %s, ahora %s."
			       : "The cause changed from %s to %s.",
		    word(c, incident_class_name(c->d->class_before)), now);
}

static void
say_affected(struct change *c)
{
	if (c->incident->affected == c->d->affected_before)
		return;
	begin(c);
	buf_printf(c->text,
	    c->language == WATCH_ES ? "Clientes sin servicio: antes %lld, ahora %lld."
				    : "Customers without service: %lld before, %lld now.",
	    (long long)c->d->affected_before, (long long)c->incident->affected);
}

void
tell_change(const struct notify_decision *d, const struct watch_incident *incident,
    enum watch_language language, struct buf *ret_text)
{
	struct change c = { d, incident, language, ret_text };

	say_reason(&c);
	if (!d->has_before || d->reason == NOTIFY_RESOLVED || d->reason == NOTIFY_MERGED)
		return;
	say_severity(&c);
	say_class(&c);
	say_affected(&c);
}
