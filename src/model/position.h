/* SPDX-License-Identifier: Apache-2.0
 *
 * model/position.h - a position in an OLT: frame/slot/port and ONU.
 *
 * Not every vendor has all parts; `has` has a bit for each existing part. Numbers are
 * those shown by the vendor (so slot 0 and port 0 are valid positions). The rack is
 * omitted if there is only one; a shelf is a frame; a PON is a port.
 */
#ifndef FACHO_MODEL_POSITION_H
#define FACHO_MODEL_POSITION_H

#include <stdbool.h>
#include <stdint.h>

enum position_part {
	POS_RACK,
	POS_FRAME,
	POS_SLOT,
	POS_PORT,
	POS_ONU,
	POS_SUB, /* part of the ONU or card: image, UNI, sensor, channel */
	POS_SUB2, /* a second such number; neither identifies an ONU */
	POS_PARTS,
};

enum { POSITION_SERIAL_MAX = 16, POSITION_TEXT_MAX = 96 };

struct position {
	uint8_t has; /* bit (1 << part) */
	uint8_t serial_len; /* if the index is the serial itself */
	uint32_t part[POS_PARTS]; /* 0 if absent, so that they can be compared */
	uint8_t serial[POSITION_SERIAL_MAX];
};

static inline bool
position_has(const struct position *p, enum position_part part)
{
	return (p->has >> part) & 1;
}

/* "frame", "slot", ... as in profiles. */
const char *position_part_name(enum position_part part);
bool position_part_from_name(const char *name, enum position_part *ret_part);

/* "0/1/3:12" (frame/slot/port:onu, absent parts omitted; rack only if present); the
 * serial if the index is a serial. Returns text. */
char *position_format(const struct position *p, char text[POSITION_TEXT_MAX]);

/* The position of the ONU itself, without POS_SUB and POS_SUB2. */
struct position position_of_onu(const struct position *p);

/* The usual order: rack, frame, slot, port, ONU, sub. */
int position_compare(const struct position *a, const struct position *b);

#endif
