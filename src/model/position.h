/* SPDX-License-Identifier: Apache-2.0
 *
 * model/position.h - where something sits in an OLT: frame/slot/port and ONU.
 *
 * Not every vendor has every part; `has` says which ones do. Numbers are as
 * the vendor shows them to people (so slot 0 and port 0 are real positions).
 * A vendor's rack is left out when there is only one; a shelf is a frame;
 * a PON is a port.
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
	POS_SUB, /* what is inside the ONU or card: image, UNI, sensor, channel */
	POS_SUB2, /* a second such number; neither tells one ONU from another */
	POS_PARTS,
};

enum { POSITION_SERIAL_MAX = 16, POSITION_TEXT_MAX = 96 };

struct position {
	uint8_t has; /* bit (1 << part) */
	uint8_t serial_len; /* of the indexes that are the serial itself */
	uint32_t part[POS_PARTS]; /* 0 where absent, so that == works on all */
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

/* "0/1/3:12" (frame/slot/port:onu, absent parts left out; rack only when it is
 * there); the serial when the index is one. Returns text. */
char *position_format(const struct position *p, char text[POSITION_TEXT_MAX]);

/* The position of the ONU itself: without the parts inside it. */
struct position position_of_onu(const struct position *p);

/* The order in which people read them: rack, frame, slot, port, ONU, sub. */
int position_compare(const struct position *a, const struct position *b);

#endif
