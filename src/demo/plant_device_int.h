/* SPDX-License-Identifier: Apache-2.0
 *
 * demo/plant_device_int.h - an OLT of the past, for the files that write its data: its
 * ONUs (plant.c), and its ports and cards (parts.c).
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
	struct demo_columns traffic; /* of ONUs, sometimes together with the states */
	int64_t traffic_ms; /* when it was last written */
	struct demo_columns ports, chassis;
};

/* A past time, on both clocks of the device. */
struct moment demo_plant_moment(const struct demo_plant *p, int64_t at_ms);

/* Only the parts that the indexes of this brand contain, as a walk finds it. */
struct position demo_plant_place(
    const struct index_format *format, const struct position *whole);

/* Choose which columns of these jobs are written for the past. (parts.c) */
void demo_parts_take(
    struct demo_plant *p, const struct profile *profile, const struct standard_job *job);

/* Its ports, and its cards, at that time. RC_NOMEM. (parts.c) */
enum rc demo_parts_fill_ports(struct demo_plant *p, int64_t at_ms, struct arena *arena,
    struct parts *parts) MUST_CHECK;
enum rc demo_parts_fill_chassis(struct demo_plant *p, int64_t at_ms, struct arena *arena,
    struct parts *parts) MUST_CHECK;

#endif
