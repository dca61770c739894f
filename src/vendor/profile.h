/* SPDX-License-Identifier: Apache-2.0
 *
 * vendor/profile.h - the properties of a brand of OLT, as data.
 *
 * A profile is a JSON file (docs/manual/adding-a-vendor.md) that is read once into an
 * immutable struct profile: how to detect the device, how its row indexes encode a
 * position, which columns it has, how their raw values are converted to typed ones, and
 * its quirks. The shipped profiles are embedded in the binary.
 *
 * All structs here are read-only for their users and exist as long as the profile_set
 * that owns them. After loading: any thread.
 */
#ifndef FACHO_VENDOR_PROFILE_H
#define FACHO_VENDOR_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "model/oid.h"
#include "model/position.h"
#include "model/purpose.h"
#include "model/value.h"

enum confidence {
	CONFIDENCE_A = 'A', /* seen in a recording of a real device */
	CONFIDENCE_B = 'B', /* two or more sources agree */
	CONFIDENCE_C = 'C', /* one source: unverified until its values are plausible */
};

/* ---- row indexes ------------------------------------------------------- */

/* One number packed in an arc: shown = (arc - base) / mul % count + add.
 * A bit field is mul = 1 << shift, count = 1 << bits. */
struct index_field {
	const char *name;
	enum position_part part; /* undefined if is_const */
	bool is_const; /* must equal `value`; not part of the position */
	uint32_t value;
	uint64_t mul;
	uint64_t count;
	int64_t add;
	uint32_t min, max; /* allowed shown values, inclusive */
	/* Set by the loader if mul and count are powers of two, to read it without a
	 * division; else mask is 0. */
	uint32_t mask;
	unsigned shift;
};

enum arc_kind {
	ARC_FIELDS, /* one arc made of fields (a plain number is one field) */
	ARC_TEXT, /* a length arc, then that many arcs, one octet each: the serial */
	ARC_OCTETS, /* a fixed number of arcs, one octet each: the serial */
	ARC_ANY, /* one arc whose value does not distinguish rows (stored in POS_SUB, the
	          * second one in POS_SUB2) */
	ARC_OPAQUE, /* one arc that is only a key (an ifIndex); stored in POS_ONU until
	             * the real position is read from a name column */
};

enum { INDEX_ARCS_MAX = 8, INDEX_FIELDS_MAX = 8 };

struct index_arc {
	enum arc_kind kind;
	uint32_t base; /* ARC_FIELDS: subtracted before the fields are read */
	unsigned n_fields;
	struct index_field fields[INDEX_FIELDS_MAX];
	uint32_t length; /* ARC_OCTETS */
};

struct index_format {
	const char *name;
	enum confidence confidence;
	unsigned n_arcs;
	struct index_arc arcs[INDEX_ARCS_MAX];
	/* Opaque indexes: the column whose text has the position, and its pattern,
	 * "GPON{slot}/{port}:{onu}"; else NULL. */
	const char *name_column;
	const char *name_pattern;
	/* Its columns also have other rows: a row that does not match is not an ONU. */
	bool other_rows;
};

/* RC_INVALID: this format cannot produce these arcs: a wrong number of arcs, a wrong
 * constant, a field out of range, bits that do not belong to a field. After RC_OK,
 * index_encode of the result returns the same arcs. Pure. */
enum rc index_decode(const struct index_format *f, const uint32_t *arcs, size_t n,
    struct position *ret_position) MUST_CHECK;

/* RC_INVALID: a part is missing or out of range. Missing parts of ARC_ANY, which do not
 * distinguish rows, are 0. arcs has space for max. */
enum rc index_encode(const struct index_format *f, const struct position *position,
    uint32_t *arcs, size_t max, size_t *ret_n) MUST_CHECK;

/* Does a row index contain this part of the position? An opaque key, before the position
 * is read from a name, counts as POS_ONU; so does a serial. */
bool index_has_part(const struct index_format *f, enum position_part part);

/* Are its rows inside an ONU of the index, with several rows per ONU? */
bool index_is_inside(const struct index_format *f);

/* Read a position from a name ("GPON0/2:1") with the format's pattern. RC_INVALID: the
 * text does not match completely (other text after it is allowed only if the pattern ends
 * with "*"). */
enum rc index_position_from_name(
    const char *pattern, const char *text, struct position *ret_position) MUST_CHECK;

/* The inverse, for the simulator: the name for this position (missing parts are 0). In
 * the arena; NULL: out of memory. */
char *index_name_from_position(
    const char *pattern, const struct position *position, struct arena *arena);

/* ---- columns ----------------------------------------------------------- */

enum parse {
	PARSE_NUMBER, /* sign_extend(raw, signed_bits) * mul + add */
	PARSE_TEXT, /* printable text, without blanks and NULs at both ends */
	PARSE_SERIAL, /* GPON serial in any of its forms -> "HWTC12345678" */
	PARSE_MAC, /* 6 octets or text -> "00:1a:2b:3c:4d:5e" */
	PARSE_DATE, /* DateAndTime of 8 or 11 octets, or its text -> epoch ms */
	PARSE_LEADING_FLOAT, /* "27.84 .C" -> 27.84 */
	PARSE_FLOAT_IN_PARENS, /* "0.03 mW (-14.61 dBm)" -> -14.61 */
	PARSE_MW_TO_DBM, /* 10 * log10(raw * mul) */
	PARSE_STRIP_PREFIX, /* "1,ZTEGC0000001" -> serial after digits and comma */
	PARSE_ENUM, /* a number or text with a label and a meaning */
	PARSE_IP, /* IpAddress or 4 octets or text -> dotted */
	PARSE_OID, /* an OID as dotted text */
	PARSE_ANY, /* as the device sends it: a number, else text */
};

/* "leading_float", as in profiles. */
const char *parse_name(enum parse parse);

enum cost {
	COST_FAST, /* the OLT has it in its memory; may be walked */
	COST_SLOW, /* the OLT asks each ONU: GET by index, online ONUs only */
};

struct enum_label {
	int64_t code;
	const char *text_code; /* for columns whose raw value is text; else NULL */
	const char *label;
	enum state state;
};

struct column {
	const char *name; /* unique within its table: "serial" */
	const char *table; /* "onu", "onu_epon", "pon", "board", "system"... */
	enum purpose purpose;
	const char *key; /* in JSON and CSV: the purpose's, or the custom name */
	struct oid oid; /* the column; a scalar includes its .0 */
	bool is_scalar;
	const struct index_format *index; /* NULL for scalars and unknown layouts */
	/* A user's column whose kind of rows is unknown: ONUs, ports, interfaces, or
	 * anything else. index is that of ONUs, or NULL. */
	bool any_index;
	enum parse parse;
	unsigned signed_bits; /* 0, 8, 16 or 32 */
	double mul, add;
	/* Ten to the number of decimals that mul and add imply (0.01 -> 100): readings
	 * are rounded to that, so 8413 * 0.01 - 100 is -15.87. 0: not rounded. */
	double scale;
	bool sends_text; /* serial, MAC, date: sent as text, not as octets; decoding
	                  * accepts both, the simulator sends this */
	const char *unit; /* "dBm", NULL */
	size_t n_invalid;
	const int64_t *invalid; /* raw numbers that mean "no reading" */
	size_t n_invalid_text;
	const char *const *invalid_text;
	size_t n_labels;
	const struct enum_label *labels; /* numbers first, ascending; then texts */
	enum cost cost;
	bool counts_online; /* of a port: how many of its ONUs are online now */
	enum confidence confidence;
	bool getbulk; /* false: this column is read with GETNEXT only */
	enum snmp_type wire; /* the usual type on the wire (sent by the simulator) */
	const char *source; /* joined with "; ", for users */
	const char *note; /* NULL */
	const char *sample; /* a raw sample, for users and the simulator; NULL */
};

/* Convert a value from the wire to a typed value. Text goes to the arena. RC_OK with
 * VALUE_NULL: no reading (the invalid list, an empty serial, a reading outside the
 * purpose's limits). RC_PROTOCOL with a message: a value of a type or form that the
 * column cannot have. RC_NOMEM. */
enum rc column_decode(const struct column *c, const struct snmp_value *raw,
    struct arena *arena, struct value *ret_value, struct err *err) MUST_CHECK;

/* The inverse, for the simulator: what a device would send for this value (VALUE_NULL:
 * the first invalid value). Octets go to the arena. RC_INVALID: the column cannot express
 * it. */
enum rc column_encode(const struct column *c, const struct value *value,
    struct arena *arena, struct snmp_value *ret_raw, struct err *err) MUST_CHECK;

/* ---- tables ------------------------------------------------------------ */

enum table_kind {
	TABLE_ONU, /* its rows are ONUs */
	TABLE_ONU_PART, /* rows inside ONUs: UNIs, history, images */
	TABLE_AUTOFIND, /* unconfigured ONUs */
	TABLE_PON,
	TABLE_BOARD, /* cards, fans, power supplies, SFPs, shelves */
	TABLE_SYSTEM, /* scalars */
};

struct table {
	const char *name;
	enum table_kind kind;
	const char *technology; /* "gpon", "epon"; NULL: any */
	/* The column whose rows are the ONUs (TABLE_ONU); NULL: the rows of all
	 * columns. */
	const struct column *discovery;
	/* Only rows in which this column has one of these raw values count, for devices
	 * that also list empty positions. NULL: every row counts. */
	const struct column *present_column;
	size_t n_present;
	const int64_t *present;
};

/* ---- detection, quirks, profile -------------------------------------------- */

struct model_name {
	struct oid oid; /* exact sysObjectID */
	const char *model;
	bool is_olt; /* false: an MDU or similar, which this profile excludes */
};

struct detect_rule {
	struct oid object_id; /* n == 0: any */
	bool is_prefix;
	const char *descr_regex; /* POSIX extended, NULL: any */
	struct oid probe; /* n > 0: GETNEXT must answer inside it */
	const char *probe_text; /* and its text must contain this; NULL: any text */
	struct oid model_oid; /* n > 0: GET gives the model's name */
	enum confidence confidence;
};

struct quirks {
	uint32_t max_repetitions; /* 0: the engine's limit */
	uint32_t max_varbinds; /* per request; 0: no separate limit */
	uint32_t max_in_flight; /* 0: the engine's limit */
	uint32_t max_answer_bytes; /* 0: the engine's limit */
	uint32_t timeout_ms; /* 0: the engine's */
	uint32_t retries; /* used when timeout_ms is set */
	uint32_t pause_ms; /* between requests */
	bool no_getbulk;
	bool loose_order; /* OIDs may decrease within a column, if they are new */
	bool walk_by_port; /* walks of a whole column are very slow */
};

/* A published column that is not read, with the reason. */
struct left_out {
	const char *table;
	const char *name;
	struct oid oid;
	const char *reason;
};

struct profile {
	const char *id; /* "huawei_smartax" */
	const char *brand; /* "Huawei" */
	const char *title;
	size_t n_aliases;
	const char *const
	    *aliases; /* "huawei": the name of a brand selects its most common profile */
	size_t n_technologies;
	const char *const *technologies;
	size_t n_rules;
	const struct detect_rule *rules;
	size_t n_models;
	const struct model_name *models;
	size_t n_indexes;
	const struct index_format *indexes;
	size_t n_tables;
	const struct table *tables;
	size_t n_columns;
	const struct column *columns; /* grouped by table, ONU tables first */
	size_t n_never_read;
	const struct oid *never_read; /* subtrees with credentials; walks skip them */
	size_t n_left_out;
	const struct left_out *left_out;
	struct quirks quirks;
};

const struct column *profile_column(
    const struct profile *p, const char *table, const char *name);
const struct table *profile_table(const struct profile *p, const char *name);
/* The table of the ONUs that contain the rows of a TABLE_ONU_PART: the one with the same
 * technology, else the first. NULL: the profile has none. */
const struct table *profile_onus_of(const struct profile *p, const struct table *part);

/* ---- sets -------------------------------------------------------------- */

struct profile_set;

/* The shipped profiles, checked. Fails only on a broken build or when out of memory. */
enum rc profile_set_load_builtin(struct profile_set **ret_set, struct err *err)
    MUST_CHECK;

/* Add a profile from JSON text. An error message starts with `name` and has the path of
 * the wrong part ("columns[3].oid: ..."). A profile with the same id is replaced. On
 * failure the set is not changed. */
enum rc profile_set_add(struct profile_set *set, const char *name, const char *json,
    size_t len, struct err *err) MUST_CHECK;

/* The same from a file. */
enum rc profile_set_add_file(struct profile_set *set, const char *path, struct err *err)
    MUST_CHECK;

void profile_set_free(struct profile_set *set);
OWNED_BY(struct profile_set, profile_set_free);

size_t profile_set_count(const struct profile_set *set);
const struct profile *profile_set_at(const struct profile_set *set, size_t i);

/* The profile that was added last, also if it replaced another; NULL: none was added. */
const struct profile *profile_set_latest(const struct profile_set *set);

/* By id, alias or brand, in upper or lower case; NULL: not found. */
const struct profile *profile_set_find(const struct profile_set *set, const char *name);

/* The never-read subtrees of all profiles and the built-in ones: no request may name an
 * OID inside one, and a walk above them skips them. Borrowed; *ret_n of them, sorted. */
const struct oid *profile_set_never_read(const struct profile_set *set, size_t *ret_n);

/* ---- detection --------------------------------------------------------- */

struct candidate {
	const struct profile *profile;
	const struct detect_rule *rule;
	const char *model; /* from the table of exact sysObjectIDs; NULL */
	int score; /* higher first */
};

enum { CANDIDATES_MAX = 16 };

/* Profiles that match a device, best first. If the rule of a candidate has a probe, the
 * caller must send the probe and use the first candidate that answers. Pure. Returns the
 * number (0: the device is unknown). */
size_t vendor_candidates(const struct profile_set *set, const struct oid *sys_object_id,
    const char *sys_descr, struct candidate ret[CANDIDATES_MAX]);

#endif
