/* SPDX-License-Identifier: Apache-2.0
 *
 * service/incident_int.h - incidents as users see them: rows with their sentences.
 */
#ifndef FACHO_SERVICE_INCIDENT_INT_H
#define FACHO_SERVICE_INCIDENT_INT_H

#include "base/vec.h"
#include "service/service_int.h"

/* Sentences and place of rows of the list incidents: of one, or of an array of them; other
 * lists stay as they are. */
void show_sentences(const char *list, json_t *rows);

/* Rows with these ids (of int64_t), in their order. NULL on failure, which err explains. */
json_t *show_incidents(struct ask *a, const struct vec *ids, struct err *err);

/* The incident that an ONU is part of now: id, since_at, cause_class, sentences; null: none
 * or not known. */
json_t *show_incident_of_onu(
    struct ask *a, struct onu_id onu, struct olt_id olt, const char *place);

/* Open ones, the worst first, at most 20, and how many there are; into an answer. */
enum rc show_open_incidents(struct ask *a, json_t *answer, struct err *err) MUST_CHECK;

/* 0: there is none, and the argument is wrong. */
int64_t find_incident(struct ask *a, const char *name);

#endif
