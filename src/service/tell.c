/* SPDX-License-Identifier: Apache-2.0
 *
 * After a change: the OLTs that it concerns, loaded anew, to those who run them.
 */
#include "service/service_int.h"

#include "base/log.h"
#include "base/vec.h"
#include "store/site.h"

static enum rc
hand_over(void *ctx, struct site_olt *olt)
{
	struct ask *a = ctx;
	enum rc rc = a->s->options.world.put_olt(a->s->options.world.ctx, olt);

	if (rc != RC_OK)
		site_olt_free(olt);
	return rc;
}

/* The change is in; that the engine does not know yet is no failure of the call. It
 * compares every minute, and finds it then. */
static enum rc
say_late(const struct ask *a, int64_t olt, enum rc rc, const char *why)
{
	(void)a;
	log_warn("service",
	    "olt=%lld the engine could not be told of a change (%s %s), it finds it "
	    "within "
	    "a minute",
	    (long long)olt, rc_name(rc), why);
	return RC_OK;
}

enum rc
tell_olt(struct ask *a, struct olt_id olt)
{
	/* Its ONUs too: an OLT that the engine did not know begins with them. */
	struct site_query query = { .olt = olt, .with_onus = true };
	struct err err = { 0 };
	enum rc rc =
	    store_site_load(a->db, a->s->options.vault, &query, hand_over, a, &err);

	if (rc == RC_NOT_FOUND)
		rc = a->s->options.world.drop_olt(a->s->options.world.ctx, olt);
	return rc == RC_OK ? RC_OK : say_late(a, olt.v, rc, err.msg);
}

static enum rc
take_olt(void *ctx, struct olt_id olt)
{
	struct olt_id *item = vec_add(ctx);

	if (!item)
		return RC_NOMEM;
	*item = olt;
	return RC_OK;
}

/* rc is the outcome of finding them. */
static enum rc
tell_each(struct ask *a, struct vec *olts, enum rc rc, const struct err *err)
{
	for (size_t i = 0; i < olts->n && rc == RC_OK; i++)
		rc = tell_olt(a, *VEC_AT(olts, struct olt_id, i));
	vec_fini(olts);
	return rc == RC_OK ? RC_OK : say_late(a, 0, rc, err->msg);
}

enum rc
tell_olts_of_job(struct ask *a, struct job_id job)
{
	struct vec olts = VEC_INIT(struct olt_id);
	struct err err = { 0 };
	enum rc rc = store_site_olts_of_job(a->db, job, take_olt, &olts, &err);

	return tell_each(a, &olts, rc, &err);
}

enum rc
tell_olts_of_oid(struct ask *a, int64_t oid)
{
	struct vec olts = VEC_INIT(struct olt_id);
	struct err err = { 0 };
	enum rc rc =
	    store_site_olts_of_oid(a->db, (struct oid_id){ oid }, take_olt, &olts, &err);

	return tell_each(a, &olts, rc, &err);
}

enum rc
tell_all(struct ask *a)
{
	struct site_query query = { .with_onus = false };
	struct err err = { 0 };
	enum rc rc =
	    store_site_load(a->db, a->s->options.vault, &query, hand_over, a, &err);

	return rc == RC_OK ? RC_OK : say_late(a, 0, rc, err.msg);
}
