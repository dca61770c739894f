/* SPDX-License-Identifier: Apache-2.0
 *
 * api/frame_int.h - frames: the text sent to listeners.
 */
#ifndef FACHO_API_FRAME_INT_H
#define FACHO_API_FRAME_INT_H

#include <jansson.h>

#include "api/event_stream_int.h"

/* The frame of data (taken) with this id; owned by the caller (malloc). NULL: no memory,
 * or longer than EVENT_STREAM_FRAME_MAX. Pure. */
char *frame_make(int64_t start, uint64_t number, const char *name, json_t *data);

/* The data of an event without its sentence; and its sentence only. NULL: no memory, or
 * for frame_log: there is no sentence. Pure. */
json_t *frame_event(const struct coordinator_event *event);
json_t *frame_log(const struct coordinator_event *event);
json_t *frame_quota(const struct coordinator_event *event);
json_t *frame_figures(const struct snapshot *snapshot);
json_t *frame_change(const struct event_entry *event);
json_t *frame_stored(int64_t at_ms);

/* The topic of an event. */
enum event_stream_topic frame_topic(const struct coordinator_event *event);
enum event_stream_topic frame_change_topic(const struct event_entry *event);

#endif
