/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/plant_int.h - shared by the files that make a plant.
 */
#ifndef FACHO_SIM_PLANT_INT_H
#define FACHO_SIM_PLANT_INT_H

#include "sim/plant.h"

enum { BUILD_LISTS_MAX = 64 };

/* State while a plant is made. */
struct build {
	struct plant *plant;
	const struct life *life;
	const char *technology; /* NULL: any */
	size_t n_lists;
	struct {
		const struct index_format *format;
		enum entity entity;
		const struct row_list *rows;
	} lists
	    [BUILD_LISTS_MAX]; /* further lists are made again, which only costs memory */
};

/* Does this table have rows on an OLT of that technology (NULL: any)? */
bool plant_has_rows(const struct table *table, const char *technology);

/* The rows of all entities of a kind with an index format (NULL: unknown). Columns with
 * the same index share them; the tree owns them. */
enum rc plant_rows(struct build *b, const struct index_format *f, enum entity entity,
    const struct row_list **ret_rows) MUST_CHECK;

static inline void
plant_set_part(struct position *p, enum position_part part, uint32_t value)
{
	p->has |= (uint8_t)(1U << part);
	p->part[part] = value;
}

/* A plant with an empty tree; NULL when out of memory. */
struct plant *plant_new(void);

/* Add every segment of the profile's columns and the standard objects. */
enum rc plant_fill_tree(struct build *b) MUST_CHECK;

#endif
