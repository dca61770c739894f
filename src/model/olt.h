/* SPDX-License-Identifier: Apache-2.0
 *
 * model/olt.h - an OLT: its configuration and its state.
 *
 * Plain value; text is borrowed (an arena, a request). Its secrets are in a separate
 * struct, so that code that lists and shows OLTs cannot access them.
 */
#ifndef FACHO_MODEL_OLT_H
#define FACHO_MODEL_OLT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/secret.h"
#include "model/ids.h"
#include "model/snmp_settings.h"

struct entity_type;

enum olt_version {
	OLT_SNMP_1,
	OLT_SNMP_2C,
	OLT_SNMP_3,
	OLT_VERSIONS,
};

#define OLT_OVERRIDES_NONE           \
	{                            \
		-1, -1, -1, -1, NULL \
	}

struct olt {
	struct olt_id id; /* 0: not stored yet */
	const char *name; /* unique among those that are not deleted */
	struct brand_id brand; /* 0: generic */
	struct model_id model; /* 0: generic */
	const char *profile; /* "huawei_smartax"; "" until it is detected */
	const char *address; /* IPv4, IPv6 or a host name */
	int32_t port;
	enum olt_version version;
	const char *v3_user, *v3_context;
	const char *v3_auth, *v3_priv; /* names of model/v3.h; "": none */
	const char *description, *site;
	bool has_location;
	double latitude, longitude;
	bool enabled;
	struct snmp_settings overrides; /* of the settings per operation */

	/* Read only; store_olt_put does not change these. */
	bool has_community, has_auth_key, has_priv_key;
	int64_t created_ms, updated_ms;
	int64_t deleted_ms; /* 0: not deleted */
	const char *deleted_by, *deleted_why;
	int64_t failures; /* in a row */
	int64_t suspended_ms; /* suspended by the system since; 0: not suspended */
	const char *suspended_why;
	int64_t not_answering_ms; /* since; 0: it answers, or was not probed */
	int64_t up_since_ms; /* start of the device, from its uptime; 0: unknown */
	int64_t last_walk_ms, last_answer_ms; /* 0: never */
};

/* Its table (model/entity.h). Location, address and protocols have rules beyond it:
 * olt_check. */
extern const struct entity_type OLT_ENTITY;

struct olt_secrets {
	struct secret community;
	struct secret auth_key;
	struct secret priv_key;
};

void olt_secrets_wipe(struct olt_secrets *s);

/* In the order of enum olt_version. */
#define OLT_VERSION_CHOICES "1|2c|3"

/* "2c": as stored and as in the API. */
const char *olt_version_name(enum olt_version version);
bool olt_version_from_name(const char *name, enum olt_version *ret_version);

/* The state of a column on one device; firmware versions differ more than models. */
enum olt_column {
	OLT_COLUMN_ANSWERS,
	OLT_COLUMN_UNSUPPORTED, /* noSuchObject: rarely requested (engine/device_int.h) */
	OLT_COLUMN_STATES,
};

/* "unsupported": as stored and as in the API. */
const char *olt_column_name(enum olt_column state);
bool olt_column_from_name(const char *name, enum olt_column *ret_state);

/* Which of the three secrets. */
struct olt_secrets_set {
	bool community, auth_key, priv_key;
};

/* Secrets are stored for one address, port, version, user and pair of protocols. To
 * change one of these, or to test with another value, the secrets in use must be given
 * again. Otherwise a user could have them sent to his own machine. False: `after` is
 * another target than `before`, and the secret in *ret_missing is not in `given`. */
bool olt_secrets_may_stay(const struct olt *before, const struct olt *after,
    struct olt_secrets_set given, struct olt_secrets_set *ret_missing);

/* Validates user input. RC_INVALID: err names the field. NULL texts count as "". */
enum rc olt_check(const struct olt *olt, struct err *err) MUST_CHECK;

#endif
