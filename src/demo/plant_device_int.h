/* SPDX-License-Identifier: Apache-2.0
 *
 * demo/plant_device_int.h - an OLT of the past, for the files that tell of it: its ONUs
 * (demo_plant.c), and its ports and cards (demo_parts.c).
 */
#ifndef FACHO_DEMO_PLANT_DEVICE_INT_H
#define FACHO_DEMO_PLANT_DEVICE_INT_H

#include "demo/plant_int.h"
#include "sim/device.h"
#include "sim/olt.h"
#include "sim/plant.h"

enum { DEMO_COLUMNS_MAX = 16 };

/* Columns of one kind of job. */
struct demo_columns {
	size_t n;
	const struct column *at[DEMO_COLUMNS_MAX];
};

struct demo_plant {
	uint32_t number;
	int64_t now_ms;
	int64_t start_us; /* the monotonic clock at now_ms */
	struct olt_spec spec;
	struct plant *plant;
	struct device device;
	struct demo_columns states, optics;
	struct demo_columns traffic; /* of ONUs, with the states now and then */
	int64_t traffic_ms; /* when it was told last */
	struct demo_columns ports, chassis;
};

/* A moment of the past, as the device knows time. */
struct moment demo_plant_moment(const struct demo_plant *p, int64_t at_ms);

/* With the parts that this brand's indexes tell, and no others: as a walk finds it. */
struct position demo_plant_place(
    const struct index_format *format, const struct position *whole);

/* Which of the columns of these jobs are told of the past. (demo_parts.c) */
void demo_parts_take(
    struct demo_plant *p, const struct profile *profile, const struct standard_job *job);

/* Its ports, and its cards, as they were. RC_NOMEM. (demo_parts.c) */
enum rc demo_parts_fill_ports(struct demo_plant *p, int64_t at_ms, struct arena *arena,
    struct parts *parts) MUST_CHECK;
enum rc demo_parts_fill_chassis(struct demo_plant *p, int64_t at_ms, struct arena *arena,
    struct parts *parts) MUST_CHECK;

#endif
