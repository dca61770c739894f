/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/request_int.h - decodes one SNMP message.
 *
 * Decoding has two steps because of v3: request_read() reads the message header of any
 * version and, for v1 and v2c, the PDU; for v3 the caller checks (and decrypts) with
 * usm_int.h and then calls request_read_scoped().
 *
 * Everything is borrowed from the datagram, which must exist until the answer is made. A
 * struct request is large (enough for any datagram): allocate one and use it again. Pure;
 * one owner.
 */
#ifndef FACHO_SIM_REQUEST_INT_H
#define FACHO_SIM_REQUEST_INT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/ber_int.h"

enum {
	DATAGRAM_MAX = 65507,
	/* The smallest varbind is six octets; an OID of n octets has at most n + 1 arcs. */
	REQUEST_VARBINDS_MAX = DATAGRAM_MAX / 6,
	REQUEST_ARCS_MAX = DATAGRAM_MAX + REQUEST_VARBINDS_MAX,
};

enum version { VERSION_1 = 0, VERSION_2C = 1, VERSION_3 = 3 };

enum pdu {
	PDU_GET = 0xa0,
	PDU_GETNEXT = 0xa1,
	PDU_RESPONSE = 0xa2,
	PDU_SET = 0xa3,
	PDU_GETBULK = 0xa5,
	PDU_REPORT = 0xa8,
};

/* A part of the datagram. */
struct slice {
	const uint8_t *at;
	size_t len;
};

enum { V3_FLAG_AUTH = 1, V3_FLAG_PRIV = 2, V3_FLAG_REPORTABLE = 4 };

struct v3_header {
	int32_t message_id;
	int32_t max_bytes;
	uint8_t flags;
	int32_t boots, time_s;
	struct slice engine_id, user, auth, priv;
	struct slice data; /* the scoped PDU, encrypted if V3_FLAG_PRIV */
	struct slice context_name; /* set by request_read_scoped() */
};

struct request {
	enum version version;
	struct slice whole; /* the datagram */
	struct slice community; /* v1, v2c */
	struct v3_header v3;
	enum pdu pdu;
	int32_t id;
	int32_t non_repeaters, max_repetitions; /* GETBULK; never negative */
	struct slice varbinds; /* as received, for answers that repeat them */
	size_t n; /* number of names */
	struct {
		uint32_t first; /* index into arcs */
		uint32_t n;
	} names[REQUEST_VARBINDS_MAX];
	uint32_t arcs[REQUEST_ARCS_MAX];
};

/* False: not a complete SNMP request of a known version. */
bool request_read(struct request *r, const uint8_t *datagram, size_t len);

/* v3 only: decode the scoped PDU in plain text. r borrows from it. */
bool request_read_scoped(struct request *r, const uint8_t *scoped, size_t len);

#endif
