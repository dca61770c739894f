/* SPDX-License-Identifier: Apache-2.0
 *
 * Control commands about faults, and the truth log: what is really wrong, for those who
 * check what a monitor says.
 */
#include "sim/sim_int.h"

#include <errno.h>
#include <string.h>

#include "sim/device_int.h"

/* ---- the truth ------------------------------------------------------------------- */

static json_t *
ports_json(const struct plant *plant, const struct area *area)
{
	json_t *ports = json_array();
	char text[POSITION_TEXT_MAX];

	for (uint32_t i = 0; i < area->n_ports; i++) {
		struct position p = plant_port(plant, area->first_port + i);
		p.has &= (uint8_t) ~(1U << POS_RACK);
		(void)json_array_append_new(
		    ports, json_string(position_format(&p, text)));
	}
	return ports;
}

static json_t *
serials_json(const struct device *d, const uint32_t *onus, size_t n)
{
	json_t *serials = json_array();
	char text[13];

	for (size_t i = 0; i < n; i++) {
		life_serial(&d->life, d->plant->vendor_letters, onus[i], text);
		(void)json_array_append_new(serials, json_string(text));
	}
	return serials;
}

/* Boxes from 1; null: all boxes of its ports. */
static json_t *
boxes_json(const struct device *d, const struct fault *f)
{
	json_t *boxes;

	if (f->area.n_boxes == outside_boxes(d->plant))
		return json_null();
	boxes = json_array();
	for (uint32_t i = 0; i < f->area.n_boxes; i++)
		(void)json_array_append_new(
		    boxes, json_integer(f->area.first_box + i + 1));
	return boxes;
}

/* The ONU that disturbs the others; null: it is no fault of this kind. */
static json_t *
rogue_json(const struct device *d, const struct fault *f)
{
	char text[13];

	if (f->kind != FAULT_ROGUE)
		return json_null();
	life_serial(&d->life, d->plant->vendor_letters, f->rogue, text);
	return json_string(text);
}

/* A new reference; NULL when out of memory. */
static json_t *
truth_json(const struct sim *sim, size_t olt, const struct fault *f)
{
	const struct device *d = &sim->stations[olt].olt.device;
	const struct moment now = sim_now();
	size_t at_risk = (size_t)f->area.n_ports * d->plant->onus;
	uint32_t *onus OWNED(free) = calloc(at_risk + 1, sizeof(*onus));
	size_t n = onus ? device_fault_onus(d, f, &now, onus) : 0;

	if (!onus)
		return NULL;
	return json_pack("{s:I, s:I, s:s, s:I, s:o, s:o, s:o, s:o, s:I, s:o}", "fault",
	    (json_int_t)f->id, "olt", (json_int_t)olt, "kind", fault_kind_name(f->kind),
	    "began_ms", (json_int_t)f->began_ms, "ended_ms",
	    f->ended_ms == INT64_MAX ? json_null() : json_integer(f->ended_ms), "ports",
	    ports_json(d->plant, &f->area), "boxes", boxes_json(d, f), "rogue",
	    rogue_json(d, f), "affected", (json_int_t)n, "onus",
	    serials_json(d, onus, n));
}

/* Add it to the list of the reply, and to the log. */
static enum rc
tell(struct sim *sim, size_t olt, const struct fault *f, json_t *list, struct err *err)
{
	json_t *truth = truth_json(sim, olt, f);
	char *text = truth && sim->truth ? json_dumps(truth, JSON_COMPACT) : NULL;
	enum rc rc = truth ? RC_OK : err_set(err, RC_NOMEM, "no memory");

	if (text && (fprintf(sim->truth, "%s\n", text) < 0 || fflush(sim->truth) != 0))
		rc = err_set(err, RC_IO, "truth: %s", strerror(errno));
	free(text);
	(void)json_array_append_new(list, truth);
	return rc;
}

enum rc
control_truth(
    struct sim *sim, struct target target, json_t *line, json_t *reply, struct err *err)
{
	json_t *list = json_array();
	enum rc rc = RC_OK;

	(void)line;
	for (size_t i = target.first; i < target.end; i++) {
		const struct device *d = &sim->stations[i].olt.device;
		for (size_t f = 0; f < d->n_faults && rc == RC_OK; f++) {
			json_t *truth = truth_json(sim, i, &d->faults[f]);
			if (!truth)
				rc = err_set(err, RC_NOMEM, "no memory");
			(void)json_array_append_new(list, truth);
		}
	}
	(void)json_object_set_new(reply, "faults", list);
	return rc;
}

/* ---- a new fault ------------------------------------------------------------------- */

static enum rc
check_fault_keys(json_t *line, struct err *err)
{
	static const char *const KEYS[] = { "cmd", "olt", "kind", "port", "card", "box",
		"trunk", "zone", "onu", "for", "since_ms", "db" };
	const char *key;
	json_t *value;

	json_object_foreach(line, key, value)
	{
		size_t i = 0;
		while (i < sizeof(KEYS) / sizeof(KEYS[0]) && strcmp(KEYS[i], key) != 0)
			i++;
		if (i == sizeof(KEYS) / sizeof(KEYS[0]))
			return err_set(err, RC_INVALID,
			    "fault takes no \"%s\"; right would be kind, port, card, "
			    "box, trunk, zone, onu, for, since_ms, db",
			    key);
	}
	return RC_OK;
}

/* A text ("1/3"), or a number ("1"); "" if it is neither, NULL if it is not there. */
static const char *
place_text(json_t *line, const char *key, char number[24])
{
	json_t *value = json_object_get(line, key);

	if (!value || json_is_string(value))
		return json_string_value(value);
	if (!json_is_integer(value))
		return "";
	(void)snprintf(number, 24, "%lld", (long long)json_integer_value(value));
	return number;
}

static enum rc
place_number(json_t *line, const char *key, uint32_t low, uint32_t *ret, struct err *err)
{
	json_t *value = json_object_get(line, key);
	json_int_t number = json_integer_value(value);

	if (!value)
		return RC_OK;
	if (!json_is_integer(value) || number < low || number >= UINT32_MAX)
		return err_set(err, RC_INVALID, "%s: a number from %u on", key, low);
	*ret = (uint32_t)number;
	return RC_OK;
}

static enum rc
read_place(struct fault *f, const struct plant *plant, json_t *line, struct err *err)
{
	char port[24], card[24];
	struct fault_words words = { .port = place_text(line, "port", port),
		.card = place_text(line, "card", card),
		.has_onu = json_object_get(line, "onu") != NULL };
	enum rc rc = place_number(line, "box", 1, &words.box, err);

	if (rc == RC_OK)
		rc = place_number(line, "trunk", 1, &words.trunk, err);
	if (rc == RC_OK)
		rc = place_number(line, "zone", 1, &words.zone, err);
	if (rc == RC_OK)
		rc = place_number(line, "onu", 0, &words.onu, err);
	return rc == RC_OK ? fault_set_place(f, plant, &words, err) : rc;
}

/* A reboot without an end takes a minute. */
static enum rc
read_times(struct fault *f, json_t *line, struct err *err)
{
	enum { REBOOT_MS = 60000 };
	json_t *since = json_object_get(line, "since_ms");
	json_t *length = json_object_get(line, "for");
	int64_t us = 0;

	if (since && (!json_is_integer(since) || json_integer_value(since) <= 0))
		return err_set(err, RC_INVALID, "since_ms: a time in milliseconds");
	f->began_ms = since ? json_integer_value(since) : sim_now().wall_ms;
	f->ended_ms = f->kind == FAULT_REBOOT ? f->began_ms + REBOOT_MS : INT64_MAX;
	if (!length)
		return RC_OK;
	if (!json_is_string(length))
		return err_set(err, RC_INVALID, "for: right would be \"10m\"");
	if (duration_parse(json_string_value(length), &us, err) != RC_OK)
		return err_prefix(err, RC_INVALID, "for: ");
	f->ended_ms = f->began_ms + us / 1000;
	return RC_OK;
}

/* How much light is lost; 0.15 dB a day is what a bad splice in the rain loses. */
static enum rc
read_db(struct fault *f, json_t *line, struct err *err)
{
	json_t *db = json_object_get(line, "db");

	f->db = f->kind == FAULT_BEND ? 3 : f->kind == FAULT_DRIFT ? 0.15 : 0;
	if (!db)
		return RC_OK;
	if (f->db <= 0 || !json_is_number(db) || json_number_value(db) < 0 ||
	    json_number_value(db) > 1000)
		return err_set(err, RC_INVALID,
		    "db: a number from 0 to 1000, for a bend or a drift");
	f->db = json_number_value(db);
	return RC_OK;
}

static enum rc
read_fault(struct fault *f, const struct plant *plant, json_t *line, struct err *err)
{
	const char *kind = json_string_value(json_object_get(line, "kind"));
	enum rc rc = check_fault_keys(line, err);

	if (rc != RC_OK)
		return rc;
	if (!kind || !fault_kind_from_name(kind, &f->kind))
		return err_set(err, RC_INVALID,
		    "kind: right would be feeder, box, trunk, drop, power, card, sfp, "
		    "reboot, rogue, bend or drift");
	rc = read_times(f, line, err);
	if (rc == RC_OK)
		rc = read_db(f, line, err);
	return rc == RC_OK ? read_place(f, plant, line, err) : rc;
}

/* All OLTs get the fault, or none if the line is wrong for the first one. */
enum rc
control_fault(
    struct sim *sim, struct target target, json_t *line, json_t *reply, struct err *err)
{
	json_t *list = json_array();
	enum rc rc = RC_OK;

	(void)json_object_set_new(reply, "faults", list);
	for (size_t i = target.first; i < target.end && rc == RC_OK; i++) {
		struct device *d = &sim->stations[i].olt.device;
		struct fault f = { .id = sim->last_fault + 1 };
		struct moment now = sim_now();

		rc = read_fault(&f, d->plant, line, err);
		if (rc == RC_OK)
			rc = device_add_fault(d, &f, &now, err);
		if (rc != RC_OK)
			break;
		sim->last_fault++;
		rc = tell(sim, i, &f, list, err);
	}
	return rc;
}

/* ---- the end of faults --------------------------------------------------------------- */

/* End fault `id` of this OLT, or all of them (0) that are not over. */
static enum rc
repair(struct sim *sim, size_t olt, uint32_t id, json_t *list, struct err *err)
{
	struct device *d = &sim->stations[olt].olt.device;
	struct moment now = sim_now();
	enum rc rc = RC_OK;

	for (size_t i = 0; i < d->n_faults && rc == RC_OK; i++) {
		const struct fault *f = &d->faults[i];
		if ((id && f->id != id) || f->ended_ms <= now.wall_ms)
			continue;
		f = device_end_fault(d, f->id, &now);
		rc = tell(sim, olt, f, list, err);
	}
	return rc;
}

static bool
has_fault(const struct sim *sim, struct target target, json_int_t id)
{
	for (size_t i = target.first; i < target.end; i++) {
		const struct device *d = &sim->stations[i].olt.device;
		for (size_t f = 0; f < d->n_faults; f++) {
			if (d->faults[f].id == id)
				return true;
		}
	}
	return false;
}

enum rc
control_repair(
    struct sim *sim, struct target target, json_t *line, json_t *reply, struct err *err)
{
	json_t *id = json_object_get(line, "fault");
	size_t known = 1 + (id != NULL) + (json_object_get(line, "olt") != NULL);
	json_t *list = json_array();
	enum rc rc = RC_OK;

	(void)json_object_set_new(reply, "faults", list);
	if (json_object_size(line) != known)
		return err_set(err, RC_INVALID,
		    "repair takes \"olt\" and \"fault\"; without \"fault\" all end");
	if (id && !has_fault(sim, target, json_integer_value(id)))
		return err_set(err, RC_NOT_FOUND, "there is no such fault");
	for (size_t i = target.first; i < target.end && rc == RC_OK; i++)
		rc = repair(sim, i, (uint32_t)json_integer_value(id), list, err);
	return rc;
}
