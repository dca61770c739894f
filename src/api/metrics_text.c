/* SPDX-License-Identifier: Apache-2.0
 *
 * The text format, and the metrics of this process.
 */
#include "api/metrics_page_int.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "api/metrics_int.h"
#include "base/own.h"

void
metric_head(struct buf *out, const char *name, const char *help)
{
	size_t n = strlen(name);
	bool is_counter = n > 6 && strcmp(name + n - 6, "_total") == 0;

	buf_printf(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name,
	    is_counter ? "counter" : "gauge");
}

/* Most values are whole numbers, and they stay exact up to 2^53. */
void
metric_value(struct buf *out, double value)
{
	if (value > -9e15 && value < 9e15 && (double)(int64_t)value >= value &&
	    (double)(int64_t)value <= value)
		buf_printf(out, " %" PRId64 "\n", (int64_t)value);
	else
		buf_printf(out, " %.9g\n", value);
}

void
metric_escape(struct buf *out, const char *text)
{
	for (; *text; text++) {
		if (*text == '\n')
			buf_puts(out, "\\n");
		else if (*text == '"' || *text == '\\')
			buf_printf(out, "\\%c", *text);
		else
			buf_putc(out, *text);
	}
}

void
metric_labelled(struct buf *out, const char *name, const char *label,
    const char *label_value, double value)
{
	buf_printf(out, "%s{%s=\"", name, label);
	metric_escape(out, label_value);
	buf_puts(out, "\"}");
	metric_value(out, value);
}

void
metrics_plain(struct buf *out, const struct metric *metrics, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		metric_head(out, metrics[i].name, metrics[i].help);
		buf_puts(out, metrics[i].name);
		metric_value(out, metrics[i].value);
	}
}

/* ---- this process --------------------------------------------------------------------------- */

static double
resident_bytes(void)
{
	FILE *f OWNED(fclose) = fopen("/proc/self/statm", "re");
	long all = 0, resident = 0;

	if (!f || fscanf(f, "%ld %ld", &all, &resident) != 2)
		return 0;
	return (double)resident * (double)sysconf(_SC_PAGESIZE);
}

static double
open_files(void)
{
	DIR *d = opendir("/proc/self/fd");
	double n = 0;

	if (!d)
		return 0;
	while (readdir(d))
		n++;
	(void)closedir(d);
	return n > 3 ? n - 3 : 0; /* ".", ".." and the folder itself */
}

static double
seconds_of(struct timeval t)
{
	return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

void
metrics_write_process(int64_t started_ms, struct buf *out)
{
	struct rusage usage = { 0 };

	(void)getrusage(RUSAGE_SELF, &usage);
	metrics_plain(out,
	    (const struct metric[]){
		{ "process_cpu_seconds_total", "Processor time, user and system.",
		    seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime) },
		{ "process_resident_memory_bytes", "Memory in use.", resident_bytes() },
		{ "process_open_fds", "Open file descriptors.", open_files() },
		{ "process_start_time_seconds",
		    "Start time of the program, in seconds since 1970.",
		    (double)started_ms / 1000 },
	    },
	    4);
}
