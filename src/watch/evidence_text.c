/* SPDX-License-Identifier: Apache-2.0
 *
 * Pieces of evidence in words, for messages. The web admin has its own texts for them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "watch/sentence.h"

struct words {
	const char *es, *en;
};

/* Each with one number. If it is a number of customers: its cause. */
static const struct piece {
	const char *key;
	struct words one, many;
	struct words cause;
} PIECES[] = {
	{ "gasped", { "%s avisó que perdió la corriente", "%s said that it lost power" },
	    { "%s avisaron que perdieron la corriente", "%s said that they lost power" },
	    { "sin corriente", "no power" } },
	{ "los", { "%s sin luz", "%s without light" },
	    { "%s sin luz", "%s without light" }, { "sin luz", "no light" } },
	{ "mute",
	    { "%s es de un modelo que nunca avisa que perdió la corriente",
		"%s is of a model that never says that it lost power" },
	    { "%s son de modelos que nunca avisan que perdieron la corriente",
		"%s are of models that never say that they lost power" },
	    { NULL, NULL } },
	{ "signal", { "%s con mala señal", "%s with a bad signal" },
	    { "%s con mala señal", "%s with a bad signal" },
	    { "mala señal", "bad signal" } },
	{ "reset", { "%s se reinició", "%s restarted" },
	    { "%s se reiniciaron", "%s restarted" }, { "reinicio", "restart" } },
	{ "admin",
	    { "%s fue apagado por una persona", "%s was switched off by a person" },
	    { "%s fueron apagados por una persona", "%s were switched off by a person" },
	    { "apagado por una persona", "switched off by a person" } },
	{ "waiting", { "falta la causa de %s", "the cause of %s is missing" },
	    { "falta la causa de %s", "the cause of %s is missing" },
	    { "todavía no se sabe", "not known yet" } },
	{ "port_closed", { "%s puerto apagado", "%s port is switched off" },
	    { "%s puertos apagados", "%s ports are switched off" }, { NULL, NULL } },
	{ "no_module",
	    { "%s puerto sin su módulo óptico", "%s port without its optical module" },
	    { "%s puertos sin su módulo óptico",
		"%s ports without their optical module" },
	    { NULL, NULL } },
	{ "bad_card", { "%s tarjeta no está bien", "%s card is not well" },
	    { "%s tarjetas no están bien", "%s cards are not well" }, { NULL, NULL } },
	{ "no_tx", { "%s puerto no emite luz", "%s port sends no light" },
	    { "%s puertos no emiten luz", "%s ports send no light" }, { NULL, NULL } },
	{ "down_db", { "%s dB menos de luz en las ONU", "%s dB less light at the ONUs" },
	    { "%s dB menos de luz en las ONU", "%s dB less light at the ONUs" },
	    { NULL, NULL } },
	{ "up_db", { "%s dB menos de luz en la OLT", "%s dB less light at the OLT" },
	    { "%s dB menos de luz en la OLT", "%s dB less light at the OLT" },
	    { NULL, NULL } },
	{ "tx_db", { "el puerto emite %s dB menos", "the port sends %s dB less" },
	    { "el puerto emite %s dB menos", "the port sends %s dB less" },
	    { NULL, NULL } },
};

static const struct piece *
find(const char *key)
{
	for (size_t i = 0; i < sizeof(PIECES) / sizeof(PIECES[0]); i++) {
		if (strcmp(PIECES[i].key, key) == 0)
			return &PIECES[i];
	}
	return NULL;
}

/* Text with the number in place of its %s. */
static void
put(struct buf *b, const char *text, const char *number, enum watch_language language)
{
	const char *at = strstr(text, "%s");

	buf_add(b, text, (size_t)(at - text));
	for (; *number; number++)
		buf_putc(b, language == WATCH_ES && *number == '.' ? ',' : *number);
	buf_puts(b, at + 2);
}

bool
watch_evidence_text(const struct watch_evidence *evidence, enum watch_language language,
    struct buf *ret_text)
{
	const struct piece *piece = find(evidence->key);
	double value = piece ? strtod(evidence->value, NULL) : 0;
	const struct words *words;

	if (!piece || value == 0)
		return false;
	words = value == 1 ? &piece->one : &piece->many;
	put(ret_text, language == WATCH_ES ? words->es : words->en, evidence->value,
	    language);
	return true;
}

const char *
watch_evidence_cause(const struct watch_evidence *evidence, enum watch_language language,
    int64_t *ret_count)
{
	const struct piece *piece = find(evidence->key);
	int64_t n = piece ? strtoll(evidence->value, NULL, 10) : 0;

	if (n <= 0 || !piece->cause.en)
		return NULL;
	*ret_count = n;
	return language == WATCH_ES ? piece->cause.es : piece->cause.en;
}
