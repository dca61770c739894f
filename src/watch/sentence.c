/* SPDX-License-Identifier: Apache-2.0
 *
 * One table of sentences. {n} and similar names are replaced by values of the incident;
 * the parts in [ ] are omitted if one of their arguments is empty.
 */
#include "watch/sentence.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/limit.h"

enum { NAME_ONE = 24, SURE_ENOUGH = 50 };

struct sentence {
	const char *es, *en;
};

static const struct sentence CAUSE[WATCH_CAUSES] = {
	[WATCH_CAUSE_FINDING] = { "{n} clientes {of place} sin servicio {since}; la "
				  "causa se "
				  "está averiguando.",
	    "{n} customers of {place} down {since}; the cause is being found out." },
	[WATCH_CAUSE_UNKNOWN] = { "{n} clientes {of place} sin servicio {since}: fibra o "
				  "energía, todavía no se puede saber.",
	    "{n} customers of {place} down {since}: fibre or power, it cannot be told "
	    "yet." },
	[WATCH_CAUSE_MIXED] = { "{n} clientes {of place} sin servicio {since}: fibra o "
				"energía, hay indicios de ambas.",
	    "{n} customers of {place} down {since}: fibre or power, there are signs of "
	    "both." },
	[WATCH_CAUSE_OLT_RESTART] = { "La OLT {olt} se reinició {since}[; {n} clientes "
				      "sin "
				      "servicio mientras arranca].",
	    "OLT {olt} restarted {since}[; {n} customers down while it starts]." },
	[WATCH_CAUSE_ADMIN] = { "{place} fue apagado por una persona {since}: {n} "
				"clientes "
				"sin servicio.",
	    "{place} was switched off by a person {since}: {n} customers down." },
	[WATCH_CAUSE_CARD] = { "Falla de la tarjeta {card} de {olt}: {n} clientes sin "
			       "servicio {since}; no es la fibra.",
	    "Card {card} of {olt} has failed: {n} customers down {since}; it is not the "
	    "fibre." },
	[WATCH_CAUSE_SFP] = { "Falla del módulo óptico {of place}: {n} clientes sin "
			      "servicio "
			      "{since}; no es la fibra.",
	    "Optical module of {place} has failed: {n} customers down {since}; it is not "
	    "the fibre." },
	[WATCH_CAUSE_ROGUE] = { "Posible ONU que transmite fuera de turno {at place}: "
				"{n} "
				"clientes suben y bajan {since}.[ Sospechosas: {list}.]",
	    "An ONU may be transmitting out of turn on {place}: {n} customers go up and "
	    "down {since}.[ Suspects: {list}.]" },
	[WATCH_CAUSE_RESET] = { "{n} ONU {of place} se reiniciaron {since} (firmware o "
				"perfil).",
	    "{n} ONUs of {place} restarted {since} (firmware or profile)." },
	[WATCH_CAUSE_POWER] = { "Corte de energía {at place}: {n} clientes sin servicio "
				"{since}; {g} avisaron que perdieron la corriente.",
	    "Power cut at {place}: {n} customers down {since}; {g} said that they lost "
	    "power." },
	[WATCH_CAUSE_POWER_WIDE] = { "Corte de energía en la zona ({place}): {n} "
				     "clientes "
				     "sin servicio {since}; {g} avisaron que perdieron "
				     "la "
				     "corriente.",
	    "Power cut in the area ({place}): {n} customers down {since}; {g} said that "
	    "they lost power." },
	[WATCH_CAUSE_POWER_MUTE] = { "Corte de energía {at place}: {n} clientes sin "
				     "servicio "
				     "{since}; {g} avisaron que perdieron la corriente, "
				     "los "
				     "demás no pueden avisar.",
	    "Power cut at {place}: {n} customers down {since}; {g} said that they lost "
	    "power, the others cannot say so." },
	[WATCH_CAUSE_TRUNK] = { "Cable troncal[ {node}] cortado: {k} puertos completos "
				"de "
				"{olt} sin luz a la vez {since} ({n} clientes).",
	    "Trunk cable[ {node}] cut: {k} whole ports of {olt} without light at once "
	    "{since} ({n} customers)." },
	[WATCH_CAUSE_FEEDER] = { "Fibra troncal {of place} cortada: {n} de {m} clientes "
				 "sin "
				 "luz {since}.[ El corte está a no más de {d} km de la "
				 "OLT.]",
	    "Feeder fibre of {place} is cut: {n} of {m} customers without light "
	    "{since}.[ The break is not farther than {d} km from the OLT.]" },
	[WATCH_CAUSE_BRANCH] = { "Rama cortada {at place}: {n} clientes[ entre {d1} y "
				 "{d2} "
				 "km] sin luz {since}, el resto del puerto funciona.[ El "
				 "corte está a no más de {d} km de la OLT[, después de "
				 "{before} ({d0} km)].]",
	    "A branch of {place} is cut: {n} customers[ between {d1} and {d2} km] "
	    "without "
	    "light {since}, the rest of the port works.[ The break is not farther than "
	    "{d} "
	    "km from the OLT[, behind {before} ({d0} km)].]" },
	[WATCH_CAUSE_DROP] = { "La señal de la ONU {onu} de {olt} cayó {db} dB {since}: "
			       "acometida o conector.",
	    "The level of ONU {onu} of {olt} fell by {db} dB {since}: drop cable or "
	    "connector." },
	[WATCH_CAUSE_BEND] = { "La señal {of place} cayó {db} dB {since}: curvatura de "
			       "la "
			       "fibra ({n} clientes).",
	    "Levels of {place} fell by {db} dB {since}: a bend of the fibre ({n} "
	    "customers)." },
	[WATCH_CAUSE_CONNECTOR] = { "La señal {of place} cayó {db} dB {since}: conector, "
				    "empalme o divisor ({n} clientes).",
	    "Levels of {place} fell by {db} dB {since}: connector, splice or splitter "
	    "({n} "
	    "customers)." },
	[WATCH_CAUSE_ONU_LASER] = { "La ONU {onu} de {olt} transmite {db} dB menos "
				    "{since}: "
				    "su láser.",
	    "ONU {onu} of {olt} sends {db} dB less {since}: its laser." },
	[WATCH_CAUSE_OLT_LASER] = { "La OLT transmite {db} dB menos por {place} {since}: "
				    "el "
				    "láser del puerto ({n} clientes).",
	    "The OLT sends {db} dB less on {place} {since}: the laser of the port ({n} "
	    "customers)." },
	[WATCH_CAUSE_DRIFT] = { "La señal de la ONU {onu} de {olt} empeora cada día: "
				"está en "
				"{value} dBm, llegará a {limit} dBm en {days}.",
	    "The level of ONU {onu} of {olt} gets worse each day: it is {value} dBm and "
	    "will be {limit} dBm in {days}." },
	[WATCH_CAUSE_PLANNED] = { "Trabajo planificado[ «{node}»] {at place} {since}[ "
				  "hasta las {until}][: {n} clientes].",
	    "Planned work[ \"{node}\"] at {place} {since}[ until {until}][: {n} "
	    "customers]." },
};

/* Sentences for one ONU, instead of a place with its customers. */
static const struct sentence OF_ONU[WATCH_CAUSES] = {
	[WATCH_CAUSE_BEND] = { "La señal de la ONU {onu} de {olt} cayó {db} dB {since}: "
			       "curvatura de la fibra.",
	    "The level of ONU {onu} of {olt} fell by {db} dB {since}: a bend of the "
	    "fibre." },
};

/* The same for a place, for kinds that are usually about one ONU. */
static const struct sentence OF_PLACE[WATCH_CAUSES] = {
	[WATCH_CAUSE_DRIFT] = { "La señal {of place} empeora cada día: {n} de {m} "
				"clientes llegarán a {limit} dBm, el primero en {days}.",
	    "Levels of {place} get worse each day: {n} of {m} customers will be {limit} "
	    "dBm, the first one in {days}." },
};

static const struct sentence KIND[WATCH_KINDS] = {
	[WATCH_OLT_SILENT] = { "La OLT {olt} no responde {since}. No sabemos si sus {n} "
			       "clientes tienen servicio.",
	    "OLT {olt} has not answered {since}. Whether its {n} customers have service "
	    "is "
	    "not known." },
	[WATCH_SITE_SILENT] = { "{k} OLT del sitio {site} no responden {since}. No "
				"sabemos "
				"si sus clientes tienen servicio.",
	    "{k} OLTs of site {site} have not answered {since}. Whether their customers "
	    "have service is not known." },
	[WATCH_COLLECTOR] = { "No vemos la red {since} ({why}). No es una caída de "
			      "clientes.",
	    "We cannot see the network {since} ({why}). This is not an outage of "
	    "customers." },
	[WATCH_FLAPPING] = { "La ONU {onu} de {olt} sube y baja {since}: {k} veces.",
	    "ONU {onu} of {olt} goes up and down {since}: {k} times." },
	[WATCH_DUPLICATE] = { "El serial de la ONU {onu} de {olt} está en dos lugares "
			      "{since}.",
	    "The serial of ONU {onu} of {olt} is at two places {since}." },
	[WATCH_WALK_HELD] = { "La lectura de {olt} no se aplicó {since}[: faltan {n} "
			      "ONU][: {why}].",
	    "A walk of {olt} was not applied {since}[: {n} ONUs are missing][: "
	    "{why}]." },
	[WATCH_SATURATED] = { "El colector no da abasto {since}[: {why}].",
	    "The collector is saturated {since}[: {why}]." },
	[WATCH_STORE] = { "La base de datos tiene problemas {since}[: {why}].",
	    "The database has trouble {since}[: {why}]." },
	[WATCH_QUOTA] = { "La cuota[ {node}][ de {olt}] no se cumple {since}[; horas "
			  "con menos lecturas de las acordadas: {n}].",
	    "Quota[ {node}][ of {olt}] is not met {since}[; hours with fewer runs than "
	    "agreed: {n}]." },
	[WATCH_CHANNEL_DEAD] = { "El canal {node} no entrega mensajes {since}[: {why}].",
	    "Channel {node} delivers no messages {since}[: {why}]." },
	[WATCH_WINDOW_OPEN] = { "La ventana de mantenimiento «{node}» sigue abierta "
				"{since} y no tiene fin.",
	    "The maintenance window \"{node}\" is still open {since} and has no end." },
	[WATCH_LIMIT] = { "{node}: {why} {of place} es {value}, el límite es {limit}, "
			  "{since}.",
	    "{node}: {why} of {place} is {value}, the limit is {limit}, {since}." },
};

static const struct {
	const char *code;
	struct sentence words;
} WHY[] = {
	{ "store", { "la base de datos no responde", "the database does not answer" } },
	{ "engine", { "el motor va atrasado", "the engine is late" } },
	{ "queue", { "se perdieron eventos", "events were lost" } },
	{ "clock", { "cambió la hora del reloj", "the clock was set" } },
	{ "canaries", { "no hay salida a la red", "the network cannot be reached" } },
	{ "silent",
	    { "demasiadas OLT dejaron de responder a la vez",
		"too many OLTs stopped answering at once" } },
	{ "refused", { "no acepta más escrituras", "it does not accept more writes" } },
	{ "disk_full", { "el disco está casi lleno", "the disk is almost full" } },
	{ "too_much",
	    { "la OLT devuelve más de lo que se admite",
		"the OLT returns more than is allowed" } },
	/* Values that can have a limit. */
	{ "cpu", { "la carga de CPU", "the CPU load" } },
	{ "memory", { "la memoria en uso", "the memory in use" } },
	{ "chassis_temperature", { "la temperatura", "the temperature" } },
	{ "chassis_uptime",
	    { "el tiempo desde el arranque", "the time since the start" } },
	{ "port_use", { "la ocupación", "the use" } },
	{ "port_onus", { "la cantidad de ONU", "the number of ONUs" } },
	{ "port_tx", { "la potencia de transmisión", "the transmitted level" } },
	{ "traffic_in", { "el tráfico de entrada", "the incoming traffic" } },
	{ "traffic_out", { "el tráfico de salida", "the outgoing traffic" } },
	{ "onu_rx", { "la potencia recibida", "the received level" } },
	{ "onu_tx", { "la potencia de transmisión", "the transmitted level" } },
	{ "olt_rx",
	    { "la potencia que recibe la OLT", "the level that the OLT receives" } },
	{ "temperature", { "la temperatura", "the temperature" } },
	{ "voltage", { "el voltaje", "the voltage" } },
	{ "bias", { "la corriente del láser", "the bias current" } },
	{ "distance", { "la distancia", "the distance" } },
	{ "uptime", { "el tiempo encendida", "the time since it came up" } },
};

/* Included limits, by their names (model/limit_entity.c). */
static const struct sentence SHIPPED_LIMITS[] = {
	{ "Temperatura del chasis", "Chassis temperature" },
	{ "Carga de CPU", "CPU load" },
	{ "Memoria en uso", "Memory in use" },
	{ "Enlace de subida caído", "Uplink down" },
	{ "Puerto lleno", "Port full" },
};

static const struct sentence UPLINK_DOWN = {
	"{node}: {port} de {olt} está caído {since}.",
	"{node}: {port} of {olt} is down {since}."
};

static const char *
limit_name(const char *name, enum watch_language language)
{
	for (size_t i = 0; i < sizeof(SHIPPED_LIMITS) / sizeof(SHIPPED_LIMITS[0]); i++)
		if (language == WATCH_ES && strcmp(SHIPPED_LIMITS[i].en, name) == 0)
			return SHIPPED_LIMITS[i].es;
	return name;
}

void
watch_story(const struct watch_incident *i, struct watch_story *ret)
{
	*ret = (struct watch_story){ .kind = i->kind,
		.state = i->state,
		.root = i->root,
		.cause = i->cause,
		.confidence = i->confidence,
		.affected = i->affected,
		.at_risk = i->at_risk,
		.left_over = i->left_over,
		.recovered = i->recovered,
		.since_ms = i->since_ms,
		.since_from_ms = i->since_from_ms,
		.resolved_ms = i->resolved_ms,
		.is_flapping = i->is_flapping,
		.reopened = i->reopened,
		.params = i->params };
}

/* "since 10:01:10", or "between 10:00 and 10:05" if it is not exact. */
static void
since_text(const struct watch_story *s, enum watch_language language,
    const struct watch_zone *zone, struct buf *ret_text)
{
	char from[NAME_ONE + 16], to[NAME_ONE + 16];
	bool es = language == WATCH_ES;

	zone->text(zone->ctx, s->since_ms, to, sizeof(to));
	if (s->since_from_ms == s->since_ms || !s->since_from_ms) {
		buf_printf(ret_text, es ? "desde las %s" : "since %s", to);
		return;
	}
	zone->text(zone->ctx, s->since_from_ms, from, sizeof(from));
	buf_printf(
	    ret_text, es ? "entre las %s y las %s" : "between %s and %s", from, to);
}

/* A zone can have several OLTs, and then no name of its own. */
static void
put_zone(const struct watch_params *p, bool es, struct buf *b)
{
	const char *several = es ? "varias OLT" : "several OLTs";

	buf_puts(b, *p->site ? p->site : *p->olt ? p->olt : several);
	buf_printf(b, es ? ", %" PRId64 " puertos" : ", %" PRId64 " ports", p->k);
}

void
watch_place_text(const struct watch_story *s, enum watch_language language, struct buf *b)
{
	const struct watch_params *p = &s->params;
	bool es = language == WATCH_ES;

	switch (s->root) {
	case WATCH_ROOT_SITE:
		buf_printf(b, es ? "sitio %s" : "site %s", p->site);
		return;
	case WATCH_ROOT_COLLECTOR:
		buf_puts(b, es ? "el colector" : "the collector");
		return;
	case WATCH_ROOT_ZONE:
		put_zone(p, es, b);
		return;
	case WATCH_ROOT_TRUNK:
	case WATCH_ROOT_PORTS:
		buf_printf(b,
		    es ? "%" PRId64 " puertos de %s" : "%" PRId64 " ports of %s", p->k,
		    p->olt);
		return;
	case WATCH_ROOT_OLT:
		if (s->kind == WATCH_LIMIT && *p->port)
			buf_printf(b, es ? "%s de %s" : "%s of %s", p->port, p->olt);
		else if (*p->olt)
			buf_printf(b, "OLT %s", p->olt);
		else
			buf_puts(b, es ? "todas las OLT" : "all OLTs");
		return;
	case WATCH_ROOT_CARD:
		buf_printf(b, es ? "tarjeta %s de %s" : "card %s of %s",
		    *p->card ? p->card : p->port, p->olt);
		return;
	case WATCH_ROOT_NODE:
		buf_printf(b, es ? "%s, puerto %s de %s" : "%s, port %s of %s", p->node,
		    p->port, p->olt);
		return;
	case WATCH_ROOT_ONU:
		buf_printf(b, es ? "ONU %s de %s" : "ONU %s of %s", p->onu, p->olt);
		return;
	case WATCH_ROOT_PORT:
	case WATCH_ROOT_PART:
	case WATCH_ROOTS:
		break;
	}
	buf_printf(b, es ? "puerto %s de %s" : "port %s of %s", p->port, p->olt);
}

/* ---- filling in ---------------------------------------------------------------------------- */

struct filling {
	const struct watch_story *story;
	enum watch_language language;
	const struct watch_zone *zone;
};

static void
km(struct buf *b, int64_t metres, enum watch_language language)
{
	if (metres > 0)
		buf_printf(b, "%" PRId64 "%c%" PRId64, (metres + 50) / 1000,
		    language == WATCH_ES ? ',' : '.', (metres + 50) % 1000 / 100);
}

/* A decimal number in the format of the language. */
static void
decimal(struct buf *b, const char *text, enum watch_language language)
{
	for (; *text; text++)
		buf_putc(b, *text == '.' && language == WATCH_ES ? ',' : *text);
}

static void
put_real(struct buf *b, double value, enum watch_language language)
{
	char text[32];

	(void)snprintf(text, sizeof(text), "%.4g", value);
	decimal(b, text, language);
}

static void
put_loss(struct buf *b, double db, enum watch_language language)
{
	char text[32];

	(void)snprintf(text, sizeof(text), "%.1f", db < 0 ? -db : db);
	decimal(b, text, language);
}

static void
put_days(struct buf *b, int64_t n, enum watch_language language)
{
	bool es = language == WATCH_ES;

	if (n > 0)
		buf_printf(b, "%" PRId64 " %s", n,
		    n == 1 ? (es ? "día" : "day") : (es ? "días" : "days"));
}

static void
number(struct buf *b, int64_t n)
{
	if (n)
		buf_printf(b, "%" PRId64, n);
}

/* The reasons, of which there may be several: "store, engine". */
static void
why(struct buf *b, const char *codes, enum watch_language language)
{
	while (*codes) {
		size_t n = strcspn(codes, ",");
		bool is_known = false;

		for (size_t i = 0; i < sizeof(WHY) / sizeof(WHY[0]); i++) {
			if (strlen(WHY[i].code) != n ||
			    strncmp(WHY[i].code, codes, n) != 0)
				continue;
			buf_puts(
			    b, language == WATCH_ES ? WHY[i].words.es : WHY[i].words.en);
			is_known = true;
		}
		if (!is_known && limit_custom_name(codes))
			buf_add(b, limit_custom_name(codes),
			    n - (size_t)(limit_custom_name(codes) - codes));
		else if (!is_known)
			buf_add(b, codes, n);
		codes += n;
		if (*codes)
			buf_puts(b, ", ");
		codes += strspn(codes, ", ");
	}
}

/* With the unit, if the incident is about a limit. */
static void
measured(const struct filling *f, double value, struct buf *b)
{
	const char *unit =
	    f->story->kind == WATCH_LIMIT ? limit_unit(f->story->params.why) : "";

	if (fabs(value) >= 10000)
		buf_printf(b, "%.0f", value);
	else
		put_real(b, value, f->language);
	if (*unit)
		buf_printf(b, " %s", unit);
}

static void
put_number(const struct filling *f, const char *name, struct buf *b)
{
	const struct watch_params *p = &f->story->params;

	if (strcmp(name, "n") == 0)
		number(b, p->n);
	else if (strcmp(name, "m") == 0)
		number(b, p->m);
	else if (strcmp(name, "g") == 0)
		buf_printf(b, "%" PRId64, p->g);
	else if (strcmp(name, "k") == 0)
		number(b, p->k);
	else if (strcmp(name, "days") == 0)
		put_days(b, p->days, f->language);
	else if (strcmp(name, "d") == 0)
		km(b, p->d_m, f->language);
	else if (strcmp(name, "d0") == 0)
		km(b, p->d0_m, f->language);
	else if (strcmp(name, "d1") == 0)
		km(b, p->d1_m, f->language);
	else if (strcmp(name, "d2") == 0)
		km(b, p->d2_m, f->language);
	else if (strcmp(name, "db") == 0)
		put_loss(b, p->value, f->language);
	else if (strcmp(name, "value") == 0)
		measured(f, p->value, b);
	else if (strcmp(name, "limit") == 0)
		measured(f, p->limit, b);
}

static void
until(const struct filling *f, struct buf *b)
{
	char text[NAME_ONE + 16];

	if (!f->story->params.until_ms)
		return;
	f->zone->text(f->zone->ctx, f->story->params.until_ms, text, sizeof(text));
	buf_puts(b, text);
}

/* Spanish has articles: "del puerto 0/1", "en la tarjeta 2". */
static const char *
article(const struct watch_story *s)
{
	switch (s->root) {
	case WATCH_ROOT_PORT:
	case WATCH_ROOT_PART:
	case WATCH_ROOT_SITE:
		return "el ";
	case WATCH_ROOT_CARD:
	case WATCH_ROOT_ONU:
		return "la ";
	case WATCH_ROOT_OLT:
		return *s->params.olt && !*s->params.port ? "la " : "";
	case WATCH_ROOT_COLLECTOR: /* it has its own */
	case WATCH_ROOT_ZONE:
	case WATCH_ROOT_TRUNK:
	case WATCH_ROOT_PORTS:
	case WATCH_ROOT_NODE:
	case WATCH_ROOTS:
		break;
	}
	return "";
}

static void
put_place(const struct filling *f, const char *before, struct buf *b)
{
	const char *the = article(f->story);

	if (strcmp(before, "of") == 0 && strcmp(the, "el ") == 0)
		buf_puts(b, "del ");
	else
		buf_printf(b, "%s%s", strcmp(before, "of") == 0 ? "de " : "en ", the);
	watch_place_text(f->story, f->language, b);
}

static void
put_value(const struct filling *f, const char *name, struct buf *b)
{
	const struct watch_params *p = &f->story->params;

	if (strcmp(name, "since") == 0)
		since_text(f->story, f->language, f->zone, b);
	else if (strcmp(name, "until") == 0)
		until(f, b);
	else if (strcmp(name, "place") == 0)
		watch_place_text(f->story, f->language, b);
	else if (strcmp(name, "of place") == 0)
		put_place(f, "of", b);
	else if (strcmp(name, "at place") == 0)
		put_place(f, "at", b);
	else if (strcmp(name, "olt") == 0)
		buf_puts(b, p->olt);
	else if (strcmp(name, "site") == 0)
		buf_puts(b, p->site);
	else if (strcmp(name, "card") == 0)
		buf_puts(b, p->card);
	else if (strcmp(name, "port") == 0)
		buf_puts(b, p->port);
	else if (strcmp(name, "node") == 0)
		buf_puts(b,
		    f->story->kind == WATCH_LIMIT ? limit_name(p->node, f->language)
						  : p->node);
	else if (strcmp(name, "before") == 0)
		buf_puts(b, p->node_before);
	else if (strcmp(name, "onu") == 0)
		buf_puts(b, p->onu);
	else if (strcmp(name, "list") == 0)
		buf_puts(b, p->list);
	else if (strcmp(name, "why") == 0)
		why(b, p->why, f->language);
	else
		put_number(f, name, b);
}

/* "{name}" at *at, which moves after it. False: it has no value. */
static bool
put_one(const struct filling *f, const char **at, struct buf *b)
{
	char name[NAME_ONE];
	size_t n = strcspn(*at + 1, "}"), before = b->len;

	if (n >= sizeof(name))
		return false;
	memcpy(name, *at + 1, n);
	name[n] = '\0';
	*at += n + 2;
	put_value(f, name, b);
	return b->len > before;
}

/* Until the end, or until "]". False: an argument was empty. */
static bool
fill(const struct filling *f, const char **at, struct buf *b)
{
	bool has_all = true;

	while (**at && **at != ']') {
		if (**at == '{') {
			has_all &= put_one(f, at, b);
		} else if (**at == '[') {
			struct buf part = BUF_INIT(4096);

			(*at)++;
			if (fill(f, at, &part))
				buf_add(b, buf_text(&part), part.len);
			(*at) += **at == ']';
			buf_fini(&part);
		} else {
			buf_putc(b, *(*at)++);
		}
	}
	return has_all;
}

static enum watch_cause
told_cause(const struct watch_story *s)
{
	enum watch_cause_class c = watch_class_of(s->cause);

	if (s->confidence < SURE_ENOUGH &&
	    (c == WATCH_CLASS_FIBRE || c == WATCH_CLASS_POWER ||
		c == WATCH_CLASS_EQUIPMENT))
		return WATCH_CAUSE_UNKNOWN;
	return s->cause == WATCH_CAUSE_NONE ? WATCH_CAUSE_UNKNOWN : s->cause;
}

static void
put_addition(const struct watch_story *s, enum watch_language language, struct buf *b)
{
	bool es = language == WATCH_ES;

	if (s->params.is_blind_start)
		buf_puts(b,
		    es ? " Ocurrió mientras no podíamos ver."
		       : " It happened while we could not see.");
	if (s->is_flapping)
		buf_printf(b,
		    es ? " Inestable: cayó %" PRId64 " veces."
		       : " Unstable: it went down %" PRId64 " times.",
		    s->reopened + 1);
	if (s->state == WATCH_RESOLVED && s->left_over)
		buf_printf(b,
		    es ? " Volvieron %" PRId64 "; %" PRId64 " siguen sin servicio."
		       : " %" PRId64 " are back; %" PRId64 " are still down.",
		    s->recovered, s->left_over);
}

void
watch_sentence(const struct watch_story *story, enum watch_language language,
    const struct watch_zone *zone, struct buf *ret_text)
{
	struct filling f = { story, language, zone };
	const struct sentence *s = &KIND[story->kind];
	const char *at;

	if (story->kind == WATCH_LIMIT && strcmp(story->params.why, "uplink_state") == 0)
		s = &UPLINK_DOWN;
	if (!s->en)
		s = story->root == WATCH_ROOT_ONU ? &OF_ONU[told_cause(story)]
						  : &OF_PLACE[told_cause(story)];
	if (!s->en)
		s = &CAUSE[told_cause(story)];
	if (!s->en)
		s = &CAUSE[WATCH_CAUSE_UNKNOWN];
	at = language == WATCH_ES ? s->es : s->en;
	(void)fill(&f, &at, ret_text);
	put_addition(story, language, ret_text);
}

void
watch_distance_text(
    const struct watch_story *story, enum watch_language language, struct buf *ret_text)
{
	const struct watch_params *p = &story->params;
	bool is_spanish = language == WATCH_ES;

	if (p->d_m <= 0)
		return;
	buf_puts(ret_text,
	    is_spanish ? "El corte está a no más de " : "The break is not farther than ");
	km(ret_text, p->d_m, language);
	buf_puts(ret_text, is_spanish ? " km de la OLT" : " km from the OLT");
	if (p->d0_m > 0 && *p->node_before) {
		buf_printf(ret_text, is_spanish ? ", después de %s (" : ", behind %s (",
		    p->node_before);
		km(ret_text, p->d0_m, language);
		buf_puts(ret_text, " km)");
	}
	buf_putc(ret_text, '.');
}
