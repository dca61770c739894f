/* SPDX-License-Identifier: Apache-2.0
 *
 * The included templates, in both languages, in the words of a network operations centre
 * in Latin America.
 */
#include "channel/format_int.h"
#include "channel/template.h"

struct shipped {
	const char *en;
	const char *es;
};

#define CUSTOMERS_EN                                                  \
	"{{#affected}}Customers without service: {{affected|number}}" \
	"{{#at_risk}} of {{at_risk|number}}{{/at_risk}}.{{/affected}}\n"
#define CUSTOMERS_ES                                              \
	"{{#affected}}Clientes sin servicio: {{affected|number}}" \
	"{{#at_risk}} de {{at_risk|number}}{{/at_risk}}.{{/affected}}\n"
#define SINCE_EN                                                                 \
	"{{#since_exact}}Since: {{since|time}} ({{since|ago}}).{{/since_exact}}" \
	"{{^since_exact}}{{#since}}It began between {{since_from|time}} and "    \
	"{{since|time}}.{{/since}}{{/since_exact}}\n"
#define SINCE_ES                                                                 \
	"{{#since_exact}}Desde: {{since|time}} ({{since|ago}}).{{/since_exact}}" \
	"{{^since_exact}}{{#since}}Empezó entre {{since_from|time}} y "         \
	"{{since|time}}.{{/since}}{{/since_exact}}\n"
#define CAUSE_EN \
	"{{#confidence}}Cause: {{cause_class}} ({{confidence}}).{{/confidence}}\n"
#define CAUSE_ES \
	"{{#confidence}}Causa: {{cause_class}} ({{confidence}}).{{/confidence}}\n"
#define ACKED_EN "{{#acked_by}}Taken by {{acked_by}}.{{/acked_by}}\n"
#define ACKED_ES "{{#acked_by}}La atiende {{acked_by}}.{{/acked_by}}\n"
#define MEMBERS "{{#members}}\n- {{serial}} {{description}}\n{{/members}}\n"
#define LINK_EN "[See incident {{id}}]({{url}})\n"
#define LINK_ES "[Ver el incidente {{id}}]({{url}})\n"
#define TEST_EN "{{#test}}TEST: {{/test}}"
#define TEST_ES "{{#test}}PRUEBA: {{/test}}"

static const struct shipped SHIPPED[TEMPLATE_KINDS] = {
	[TEMPLATE_OPENED] = {
	    .en = "**" TEST_EN "Fault ({{severity}}): {{place}}**\n"
		  "{{sentence}}\n" CAUSE_EN CUSTOMERS_EN SINCE_EN
		  "{{#blind}}It happened while we could not see the network.{{/blind}}\n"
		  "{{#repeat}}This is number {{repeat}} in 7 days.{{/repeat}}\n" ACKED_EN
		  "{{#evidence}}\n"
		  "- {{.}}\n"
		  "{{/evidence}}\n" LINK_EN,
	    .es = "**" TEST_ES "Falla {{severity}}: {{place}}**\n"
		  "{{sentence}}\n" CAUSE_ES CUSTOMERS_ES SINCE_ES
		  "{{#blind}}Pasó mientras no podíamos ver la red.{{/blind}}\n"
		  "{{#repeat}}Es la número {{repeat}} en 7 días.{{/repeat}}\n" ACKED_ES
		  "{{#evidence}}\n"
		  "- {{.}}\n"
		  "{{/evidence}}\n" LINK_ES,
	},
	[TEMPLATE_CHANGED] = {
	    .en = "**" TEST_EN "Update of a fault ({{severity}}): {{place}}**\n"
		  "{{change}}\n"
		  "{{sentence}}\n" CAUSE_EN CUSTOMERS_EN SINCE_EN ACKED_EN LINK_EN,
	    .es = "**" TEST_ES "Novedad, falla {{severity}}: {{place}}**\n"
		  "{{change}}\n"
		  "{{sentence}}\n" CAUSE_ES CUSTOMERS_ES SINCE_ES ACKED_ES LINK_ES,
	},
	[TEMPLATE_RESOLVED] = {
	    .en = "**" TEST_EN "Resolved: {{place}}**\n"
		  "{{sentence}}\n"
		  "{{#duration}}It lasted {{#blind}}at most {{/blind}}{{duration}}.{{/duration}}\n"
		  "{{#recovered}}Back in service: {{recovered|number}}"
		  "{{#affected_max}} of {{affected_max|number}}{{/affected_max}}."
		  "{{/recovered}}\n"
		  "{{#left_over}}Still without service: {{left_over|number}}.{{/left_over}}\n"
		  MEMBERS
		  LINK_EN,
	    .es = "**" TEST_ES "Resuelta: {{place}}**\n"
		  "{{sentence}}\n"
		  "{{#duration}}Duró {{#blind}}como máximo {{/blind}}{{duration}}.{{/duration}}\n"
		  "{{#recovered}}Con servicio otra vez: {{recovered|number}}"
		  "{{#affected_max}} de {{affected_max|number}}{{/affected_max}}."
		  "{{/recovered}}\n"
		  "{{#left_over}}Siguen sin servicio: {{left_over|number}}.{{/left_over}}\n"
		  MEMBERS
		  LINK_ES,
	},
	[TEMPLATE_STORM] = {
	    .en = "**{{#is_over}}The storm is over: {{/is_over}}{{incidents|number}} "
		  "incidents, {{customers|number}} customers**\n"
		  "{{^is_over}}Open now: {{open|number}}. The largest:{{/is_over}}\n"
		  "{{#is_over}}{{#unacked}}Still open, and nobody takes care of them: "
		  "{{unacked|number}}.{{/unacked}}{{^unacked}}Nothing is left open without "
		  "somebody who takes care of it.{{/unacked}}{{/is_over}}\n"
		  "{{#largest}}\n"
		  "- [{{id}}]({{url}}) {{sentence}}\n"
		  "{{/largest}}\n"
		  "[See all of them]({{url}})\n",
	    .es = "**{{#is_over}}Terminó la avalancha: {{/is_over}}{{incidents|number}} "
		  "fallas, {{customers|number}} clientes**\n"
		  "{{^is_over}}Abiertas ahora: {{open|number}}. Las más grandes:{{/is_over}}\n"
		  "{{#is_over}}{{#unacked}}Siguen abiertas y nadie las atiende: "
		  "{{unacked|number}}.{{/unacked}}{{^unacked}}No queda ninguna abierta sin "
		  "quien la atienda.{{/unacked}}{{/is_over}}\n"
		  "{{#largest}}\n"
		  "- [{{id}}]({{url}}) {{sentence}}\n"
		  "{{/largest}}\n"
		  "[Verlas todas]({{url}})\n",
	},
	[TEMPLATE_TEST] = {
	    .en = "**Test of Facho: this channel works**\n"
		  "{{#target}}Messages for {{target}} will come here.{{/target}}\n"
		  "{{#now}}Sent at {{now|time}}.{{/now}}\n",
	    .es = "**Prueba de Facho: este canal funciona**\n"
		  "{{#target}}Aquí llegarán los mensajes para {{target}}.{{/target}}\n"
		  "{{#now}}Enviado: {{now|time}}.{{/now}}\n",
	},
	[TEMPLATE_ACK_LAPSED] = {
	    .en = "**" TEST_EN "Nobody attends it any more: {{place}}**\n"
		  "{{#acked_by}}{{acked_by}} had taken it. {{/acked_by}}{{change}}\n"
		  "{{sentence}}\n" CUSTOMERS_EN SINCE_EN LINK_EN,
	    .es = "**" TEST_ES "Ya nadie la atiende: {{place}}**\n"
		  "{{#acked_by}}La había tomado {{acked_by}}. {{/acked_by}}{{change}}\n"
		  "{{sentence}}\n" CUSTOMERS_ES SINCE_ES LINK_ES,
	},
	[TEMPLATE_UNSTABLE] = {
	    .en = "**" TEST_EN "Unstable: {{place}}**\n"
		  "{{sentence}}\n"
		  "{{#reopened}}It went down and came back {{reopened|number}} times. "
		  "There will be no message for each time.{{/reopened}}\n" LINK_EN,
	    .es = "**" TEST_ES "Inestable: {{place}}**\n"
		  "{{sentence}}\n"
		  "{{#reopened}}Cayó y volvió {{reopened|number}} veces. "
		  "No avisaremos cada vez.{{/reopened}}\n" LINK_ES,
	},
	[TEMPLATE_CHANNEL_DEAD] = {
	    .en = "**The channel {{channel}} does not deliver messages**\n"
		  "{{#since}}Since: {{since|time}}.{{/since}}\n"
		  "{{#error}}The last answer: {{error}}{{/error}}\n"
		  "{{#waiting}}Messages that wait: {{waiting|number}}.{{/waiting}}\n"
		  "[See the channels]({{url}})\n",
	    .es = "**El canal {{channel}} no entrega mensajes**\n"
		  "{{#since}}Desde: {{since|time}}.{{/since}}\n"
		  "{{#error}}La última respuesta: {{error}}{{/error}}\n"
		  "{{#waiting}}Mensajes en espera: {{waiting|number}}.{{/waiting}}\n"
		  "[Ver los canales]({{url}})\n",
	},
};

const char *
template_shipped(enum template_kind kind, const char *lang)
{
	return format_is_spanish(lang) ? SHIPPED[kind].es : SHIPPED[kind].en;
}
