/* SPDX-License-Identifier: Apache-2.0
 *
 * What a job would do if it were entered so: when, in words and moments, and on how many
 * OLTs. For those who are still typing; nothing is written.
 */
#include <stdio.h>

#include "base/clock.h"
#include "sched/words.h"
#include "service/job_int.h"
#include "store/work/job.h"
#include "store/list/list.h"

enum { TIMES = 3, WEEK = 7 };

/* As stored, with what was given instead. */
static void
take_job(struct ask *a, struct job *j)
{
	struct err err = { 0 };
	enum rc rc;

	if (arg_given(a, "job")) {
		struct job_id id = find_job(a, "job");

		if (!args_are_right(a))
			return;
		rc = store_job_get(a->db, id, a->arena, j, &err);
		if (rc != RC_OK) {
			(void)ask_fail_err(a, rc, &err);
			return;
		}
	}
	if (arg_given(a, "brand"))
		j->brand = find_brand(a, "brand");
	job_take_when(a, &j->interval_ms, &j->cron);
	job_take_target(a, j);
}

/* The node of the job that is due first: its place in the interval is the one to show. 0:
 * none runs. */
static int64_t
first_node(struct ask *a, struct job_id job)
{
	char number[24];
	struct list_filter filters[] = { { "job", LIST_EQUAL, number },
		{ "master", LIST_EQUAL, "" }, { "runs", LIST_EQUAL, "1" } };
	struct list_query query = { .n_filters = 3,
		.filters = filters,
		.order = "next_run_at",
		.page = 1,
		.page_size = 1 };
	struct err err = { 0 };
	int64_t id;
	json_t *rows;

	(void)snprintf(number, sizeof(number), "%lld", (long long)job.v);
	rows = show_rows(a->db, "nodes", &query, &err);
	if (!rows)
		(void)ask_fail_err(a, err.rc, &err);
	id = json_integer_value(json_object_get(json_array_get(rows, 0), "id"));
	json_decref(rows);
	return id;
}

/* One that is on no OLT yet begins as a node does that has just been enabled. */
static size_t
times_of(const struct schedule *s, bool is_running, int64_t times[TIMES])
{
	int64_t now_ms = clock_wall_ms(), at;
	size_t n = 0;

	if (is_running)
		return words_times(s, now_ms, times, TIMES);
	at = schedule_first(s, now_ms);
	for (; n < TIMES && at != INT64_MAX; at = schedule_next(s, at, at, NULL))
		times[n++] = at;
	return n;
}

static json_t *
show_times(const int64_t *times, size_t n)
{
	json_t *shown = json_array();

	for (size_t i = 0; i < n; i++)
		(void)json_array_append_new(shown, show_moment(times[i]));
	return shown;
}

static json_t *
show_phrase(const struct schedule *s, const char *cron)
{
	struct phrase p = words_phrase(s);
	json_t *weekdays = json_array();
	char text[WORDS_MAX];

	for (int i = 0; i < WEEK; i++) {
		if (p.kind == PHRASE_WEEKLY_AT && p.weekdays & 1U << i)
			(void)json_array_append_new(weekdays, json_integer(i));
	}
	return json_pack("{s:s, s:I, s:i, s:i, s:o, s:s}", "key", words_key(p.kind),
	    "number", (json_int_t)p.number, "hour", p.hour, "minute", p.minute,
	    "weekdays", weekdays, "text", words_say(&p, cron, text));
}

void
op_job_preview(struct ask *a)
{
	struct job job = { 0 };
	struct schedule schedule = { 0 };
	int64_t olts = 0, node = 0, times[TIMES];
	struct err err = { 0 };
	bool has_time;
	enum rc rc;

	take_job(a, &job);
	if (!args_are_right(a))
		return;
	has_time = job.interval_ms || job.cron;
	if (job.id.v)
		node = first_node(a, job.id);
	rc = store_job_reach(a->db, &job, &olts, &err);
	if (rc == RC_OK && has_time)
		rc = schedule_make(
		    job.interval_ms, job.cron, (uint64_t)node, &schedule, &err);
	if (rc != RC_OK)
		(void)ask_fail_err(a, rc, &err);
	if (!ask_is_well(a))
		return;
	ask_answer(a,
	    json_pack("{s:o, s:o, s:I}", "when",
		has_time ? show_phrase(&schedule, job.cron) : json_null(), "next",
		show_times(times, has_time ? times_of(&schedule, node != 0, times) : 0),
		"olts", (json_int_t)olts));
}
