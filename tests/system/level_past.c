/* SPDX-License-Identifier: Apache-2.0
 *
 * level_past DATABASE DAYS DRIFT - every ONU has received what it does now, once in each
 * hour of so many days before; the first one (least id) so many dB more for each day that
 * it is ago. The program must not run meanwhile.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/vec.h"
#include "store/db/db.h"
#include "store/history/samples.h"

#define HOUR_MS INT64_C(3600000)

struct past {
	struct db *db;
	struct samples *samples;
	struct vec ids, onu_rx, olt_rx; /* int64_t, double */
	int64_t olt, hours;
	double drift;
};

static enum rc
load(struct past *p, struct err *err)
{
	static const char sql[] =
	    "SELECT o.id, o.olt_id, n.onu_rx_dbm, n.olt_rx_dbm FROM onus o "
	    "LEFT JOIN onu_numbers n ON n.onu_id = o.id WHERE o.is_present = 1 "
	    "ORDER BY o.id";
	struct db_stmt *q OWNED(db_done) = NULL;
	bool has_row = false;
	enum rc rc = db_prepare(p->db, sql, &q, err);

	while (rc == RC_OK && (rc = db_step(q, &has_row, err)) == RC_OK && has_row) {
		int64_t *id = vec_add(&p->ids);
		double *onu_rx = vec_add(&p->onu_rx), *olt_rx = vec_add(&p->olt_rx);

		if (!id || !onu_rx || !olt_rx)
			return err_set(err, RC_NOMEM, "no memory");
		*id = db_int(q, 0);
		p->olt = db_int(q, 1);
		*onu_rx = db_is_null(q, 2) ? NAN : db_real(q, 2);
		*olt_rx = db_is_null(q, 3) ? NAN : db_real(q, 3);
	}
	return rc;
}

/* Those of so many hours ago. */
static enum rc
write_hour(struct past *p, int64_t ago, int64_t now_ms, struct err *err)
{
	struct run_readings run = { { p->olt },
		now_ms - now_ms % HOUR_MS - ago * HOUR_MS + 1000, p->ids.n, p->ids.data };
	double *first = VEC_AT(&p->onu_rx, double, 0), now = *first;
	enum rc rc;

	*first += p->drift * (double)ago / 24;
	rc = samples_write(
	    p->samples, p->db, &run, metric_of(PURPOSE_ONU_RX), p->onu_rx.data, err);
	*first = now;
	if (rc == RC_OK)
		rc = samples_write(p->samples, p->db, &run, metric_of(PURPOSE_OLT_RX),
		    p->olt_rx.data, err);
	return rc;
}

static enum rc
write_all(struct past *p, struct err *err)
{
	int64_t now_ms = clock_wall_ms();
	enum rc rc = load(p, err);

	if (rc == RC_OK && !p->ids.n)
		rc = err_set(err, RC_NOT_FOUND, "there are no ONUs");
	if (rc == RC_OK)
		rc = db_begin(p->db, err);
	for (int64_t ago = p->hours; rc == RC_OK && ago > 0; ago--)
		rc = write_hour(p, ago, now_ms, err);
	return rc == RC_OK ? db_commit(p->db, err) : rc;
}

int
main(int argc, char **argv)
{
	struct past p = { .ids = VEC_INIT(int64_t),
		.onu_rx = VEC_INIT(double),
		.olt_rx = VEC_INIT(double) };
	struct err err = { 0 };
	enum rc rc;

	if (argc != 4)
		return 2;
	p.hours = 24 * strtoll(argv[2], NULL, 10);
	p.drift = strtod(argv[3], NULL);
	p.samples = samples_new();
	rc = p.samples ? db_open(argv[1], DB_WRITE, &p.db, &err) : RC_NOMEM;
	if (rc == RC_OK)
		rc = write_all(&p, &err);
	if (rc != RC_OK)
		(void)fprintf(stderr, "%s\n", err.msg);
	samples_free(p.samples);
	db_close(p.db);
	vec_fini(&p.ids);
	vec_fini(&p.onu_rx);
	vec_fini(&p.olt_rx);
	return rc == RC_OK ? 0 : 1;
}
