/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/device/varbind_int.h - varbinds out: lines as net-snmp's tools print them, or JSON
 * objects {"oid", "type", "value"} (octets also as "hex" when not text).
 */
#ifndef FACHO_CLI_DEVICE_VARBIND_INT_H
#define FACHO_CLI_DEVICE_VARBIND_INT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/arena.h"
#include "model/oid.h"
#include "model/value.h"

struct varbind {
	const uint32_t *arcs;
	size_t n;
	struct snmp_value value; /* its content is in an arena */
};

/* Copy a borrowed value; type 0 when there is no memory. */
void varbind_keep(struct varbind *v, const struct snmp_value *value, struct arena *arena);

struct varbind_printer {
	FILE *out;
	bool is_json;
	bool any;
	bool is_terminal; /* what it would obey is not written */
};

void varbind_begin(struct varbind_printer *w, FILE *out, bool is_json);
void varbind_write(struct varbind_printer *w, const uint32_t *arcs, size_t n,
    const struct snmp_value *value);
void varbind_end(struct varbind_printer *w);

#endif
