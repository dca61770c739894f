/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/device/varbind_int.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/own.h"
#include "cli/frame/printer.h"
#include "cli/frame/utf8.h"
#include "snmpc/print.h"

void
varbind_keep(struct varbind *v, const struct snmp_value *value, struct arena *arena)
{
	struct snmp_value copy = *value;

	switch (value->type) {
	case SNMP_OCTETS:
	case SNMP_OPAQUE:
	case SNMP_IPADDRESS:
		copy.octets =
		    (const uint8_t *)arena_copy(arena, value->octets, value->len);
		if (!copy.octets)
			return;
		break;
	case SNMP_OID: {
		uint32_t *arcs = arena_alloc(arena, (value->len + 1) * sizeof(*arcs));

		if (!arcs)
			return;
		memcpy(arcs, value->arcs, value->len * sizeof(*arcs));
		copy.arcs = arcs;
		break;
	}
	case SNMP_INTEGER:
	case SNMP_NULL:
	case SNMP_COUNTER32:
	case SNMP_GAUGE32:
	case SNMP_TIMETICKS:
	case SNMP_COUNTER64:
	case SNMP_NO_SUCH_OBJECT:
	case SNMP_NO_SUCH_INSTANCE:
	case SNMP_END_OF_MIB_VIEW:
		break;
	}
	v->value = copy;
}

static bool
is_text(const struct snmp_value *v)
{
	for (uint32_t i = 0; i < v->len; i++) {
		uint8_t c = v->octets[i];

		if ((c < ' ' && c != '\n' && c != '\r' && c != '\t') || c > 126)
			return false;
	}
	return true;
}

static void
write_octets(FILE *out, const struct snmp_value *v)
{
	char *text OWNED(free) = NULL;

	if (is_text(v))
		text = strndup((const char *)v->octets, v->len);
	if (text) {
		printer_json_text(out, text);
		return;
	}
	fputs("null, \"hex\": \"", out);
	for (uint32_t i = 0; i < v->len; i++)
		fprintf(out, "%02x", v->octets[i]);
	fputc('"', out);
}

static void
write_json_value(FILE *out, const struct snmp_value *v)
{
	char text[OID_TEXT_MAX];

	switch (v->type) {
	case SNMP_INTEGER:
		fprintf(out, "%" PRId64, v->i);
		return;
	case SNMP_COUNTER32:
	case SNMP_GAUGE32:
	case SNMP_TIMETICKS:
	case SNMP_COUNTER64:
		fprintf(out, "%" PRIu64, v->u);
		return;
	case SNMP_OID:
		printer_json_text(out, oid_format(v->arcs, v->len, text));
		return;
	case SNMP_IPADDRESS:
		if (v->len == 4) {
			fprintf(out, "\"%u.%u.%u.%u\"", v->octets[0], v->octets[1],
			    v->octets[2], v->octets[3]);
			return;
		}
		write_octets(out, v);
		return;
	case SNMP_OCTETS:
	case SNMP_OPAQUE:
		write_octets(out, v);
		return;
	case SNMP_NULL:
	case SNMP_NO_SUCH_OBJECT:
	case SNMP_NO_SUCH_INSTANCE:
	case SNMP_END_OF_MIB_VIEW:
		fputs("null", out);
		return;
	}
}

void
varbind_begin(struct varbind_printer *w, FILE *out, bool is_json)
{
	*w = (struct varbind_printer){
		.out = out, .is_json = is_json, .is_terminal = isatty(fileno(out))
	};
	if (is_json)
		fputc('[', out);
}

/* As the tools print it; on a terminal without what it would obey. */
static void
print_line(const struct varbind_printer *w, char *text)
{
	char *rest = text, *line;

	if (!w->is_terminal) {
		fprintf(w->out, "%s\n", text);
		return;
	}
	while ((line = strsep(&rest, "\n")) != NULL) {
		utf8_print(w->out, line);
		fputc('\n', w->out);
	}
}

void
varbind_write(struct varbind_printer *w, const uint32_t *arcs, size_t n,
    const struct snmp_value *value)
{
	char text[OID_TEXT_MAX];

	if (w->is_json) {
		fprintf(w->out, "%s\n  {\"oid\": \"%s\", \"type\": \"%s\", \"value\": ",
		    w->any ? "," : "", oid_format(arcs, n, text),
		    snmp_type_name(value->type));
		write_json_value(w->out, value);
		fputc('}', w->out);
	} else {
		char *line OWNED(free) = snmpc_print(arcs, n, value);

		if (line)
			print_line(w, line);
		else
			fputs("(out of memory)\n", w->out);
	}
	w->any = true;
}

void
varbind_end(struct varbind_printer *w)
{
	if (w->is_json)
		fputs(w->any ? "\n]\n" : "]\n", w->out);
}
