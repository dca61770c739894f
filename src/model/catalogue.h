/* SPDX-License-Identifier: Apache-2.0
 *
 * model/catalogue.h - the included data of vendors as rows: brands, models, OIDs, index
 * formulas and state labels. daemon/builtin_int.h fills it from the profiles,
 * store/catalogue/catalogue.h stores it.
 *
 * Every row has a key, which later versions use again for the same object. Plain values;
 * text is borrowed and never NULL.
 */
#ifndef FACHO_MODEL_CATALOGUE_H
#define FACHO_MODEL_CATALOGUE_H

#include <stdbool.h>
#include <stddef.h>

struct catalogue_brand {
	const char *key; /* "huawei" */
	const char *name; /* "Huawei" */
	const char *description;
};

struct catalogue_model {
	size_t brand; /* which of the brands */
	const char *key; /* "huawei_smartax/MA5608T" */
	const char *name;
	const char *profile;
	const char *technology; /* "gpon,epon" */
};

struct catalogue_oid {
	size_t brand;
	const char *key; /* "huawei_smartax/onu/serial" */
	const char *profile;
	const char *table;
	const char *name;
	const char *oid;
	const char *purpose; /* "onu_rx", "custom:name" */
	const char *formula; /* the name of one of the same profile; "": none */
	const char *transform; /* JSON */
	const char *unit;
	const char *invalid; /* JSON */
	bool is_slow;
};

struct catalogue_formula {
	size_t brand;
	const char *key;
	const char *profile;
	const char *name;
	const char *definition; /* JSON */
};

struct catalogue_label {
	size_t brand;
	const char *key;
	const char *profile;
	const char *column; /* "onu.run_state" */
	const char *purpose;
	const char *raw; /* "3", "Working" */
	const char *label;
	const char *meaning; /* "online"; "": only the label is known */
};

struct catalogue {
	size_t n_brands;
	const struct catalogue_brand *brands;
	size_t n_models;
	const struct catalogue_model *models;
	size_t n_oids;
	const struct catalogue_oid *oids;
	size_t n_formulas;
	const struct catalogue_formula *formulas;
	size_t n_labels;
	const struct catalogue_label *labels;
};

#endif
