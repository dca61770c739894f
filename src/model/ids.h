/* SPDX-License-Identifier: Apache-2.0
 *
 * model/ids.h - the numbers of stored objects. Each has its own type, so that the number
 * of a job cannot be used as the number of an OLT. 0 means not stored yet, or "none"
 * where an object is optional.
 */
#ifndef FACHO_MODEL_IDS_H
#define FACHO_MODEL_IDS_H

#include <stdint.h>

struct olt_id {
	int64_t v;
};

struct job_id {
	int64_t v;
};

struct node_id {
	int64_t v;
};

struct execution_id {
	int64_t v;
};

struct onu_id {
	int64_t v;
};

struct user_id {
	int64_t v;
};

struct brand_id {
	int64_t v;
};

struct model_id {
	int64_t v;
};

struct token_id {
	int64_t v;
};

struct quota_id {
	int64_t v;
};

struct violation_id {
	int64_t v;
};

struct plan_id {
	int64_t v;
};

#endif
