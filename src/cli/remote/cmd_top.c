/* SPDX-License-Identifier: Apache-2.0
 *
 * facho top: how the program that runs is doing, on a screen that follows it.
 */
#include "cli/frame/commands.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "cli/frame/printer.h"
#include "cli/remote/remote.h"
#include "cli/frame/screen.h"

enum { SHOWN_MAX = 100, FRAME_MAX = 1024 * 1024, CTRL_C = 3 };

static int run(struct cli_call *call);

static const struct cli_option OPTIONS[] = {
	{ 'i', "interval", CLI_MS, "TIME", "Refresh interval.", .min = 200,
	    .max = 3600000, .fallback = "1s" },
	CLI_OPTIONS_END,
};

const struct cli_command cmd_top = {
	.name = "top",
	.summary = "show a live screen: pollers, queue, lateness, newest events",
	.usage = "[--interval TIME]",
	.help = "Press q to quit. Without a terminal, the screen is printed once.\n",
	.examples = "facho top --data /var/lib/facho\n"
		    "facho top --server https://noc.example:8443 -i 5s\n",
	.uses_settings = true,
	.options = { OPTIONS, REMOTE_OPTIONS },
	.run = run,
};

struct top {
	struct cli_call *call;
	struct remote *r;
	json_t *status, *pollers, *queue, *log;
	struct err err; /* why there is nothing new */
	int signals; /* a descriptor */
	struct termios before;
};

/* ---- asking ------------------------------------------------------------------------------ */

/* Replaces *at by the answer; false: top->err says why not. Takes args. */
static bool
renew(struct top *top, const char *operation, json_t *args, json_t **at)
{
	json_t *reply = NULL, *result, *error;
	const char *message;

	if (remote_ask(top->r, operation, args, &reply, &top->err) != RC_OK)
		return false;
	result = json_incref(json_object_get(reply, "result"));
	error = json_object_get(reply, "error");
	message = json_string_value(json_object_get(error, "message"));
	if (!result)
		(void)err_set(
		    &top->err, RC_PROTOCOL, "%s", message ? message : "no answer");
	json_decref(reply);
	if (result) {
		json_decref(*at);
		*at = result;
	}
	return result != NULL;
}

static bool
renew_all(struct top *top)
{
	return renew(top, "status", NULL, &top->status) &&
	    renew(top, "poller.list", NULL, &top->pollers) &&
	    renew(top, "poller.queue", json_pack("{s:i}", "page_size", (int)SHOWN_MAX),
		&top->queue) &&
	    renew(top, "list",
		json_pack("{s:s, s:i}", "list", "coordinator_logs", "page_size",
		    (int)SHOWN_MAX),
		&top->log);
}

static void
forget(struct top *top)
{
	json_decref(top->status);
	json_decref(top->pollers);
	json_decref(top->queue);
	json_decref(top->log);
}

/* ---- drawing ------------------------------------------------------------------------------- */

static struct screen_size
size_of(FILE *out)
{
	struct winsize w = { 0 };
	unsigned columns = terminal_width(out);

	if (ioctl(fileno(out), TIOCGWINSZ, &w) != 0 || w.ws_row < 2)
		w.ws_row = 50;
	/* The cursor stands in the last line. */
	return (struct screen_size){ columns ? columns : 100, w.ws_row - 1U };
}

static void
draw(struct top *top, const char *before, const char *end, const char *after)
{
	struct buf frame = BUF_INIT(FRAME_MAX);
	time_t now = time(NULL);
	struct tm tm;
	char moment[32];
	struct screen_view view = { top->status, top->pollers, top->queue, top->log,
		moment };

	(void)localtime_r(&now, &tm);
	(void)strftime(moment, sizeof(moment), "%Y-%m-%d %H:%M:%S", &tm);
	buf_puts(&frame, before);
	screen_draw(&frame, &view, size_of(top->call->out), end);
	buf_puts(&frame, after);
	(void)fwrite(buf_text(&frame), 1, frame.len, top->call->out);
	(void)fflush(top->call->out);
	buf_fini(&frame);
}

/* ---- the terminal ---------------------------------------------------------------------------- */

/* Signals come as events from now on: whatever ends it, the terminal is put back. */
static bool
enter(struct top *top)
{
	struct termios raw;
	sigset_t set;

	(void)sigemptyset(&set);
	(void)sigaddset(&set, SIGWINCH);
	(void)sigaddset(&set, SIGTERM);
	(void)sigaddset(&set, SIGINT);
	(void)sigaddset(&set, SIGHUP);
	if (tcgetattr(STDIN_FILENO, &top->before) != 0 ||
	    sigprocmask(SIG_BLOCK, &set, NULL) != 0 ||
	    (top->signals = signalfd(-1, &set, SFD_CLOEXEC)) < 0) {
		(void)err_set(&top->err, RC_IO, "the terminal: %s", strerror(errno));
		return false;
	}
	raw = top->before;
	raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG);
	(void)tcsetattr(STDIN_FILENO, TCSANOW, &raw);
	(void)fputs("\033[?1049h\033[?25l", top->call->out);
	return true;
}

static void
leave(struct top *top)
{
	(void)fputs("\033[?25h\033[?1049l", top->call->out);
	(void)fflush(top->call->out);
	(void)tcsetattr(STDIN_FILENO, TCSANOW, &top->before);
	(void)close(top->signals);
}

enum event { EVENT_TIME, EVENT_RESIZED, EVENT_QUIT };

static enum event
read_key(void)
{
	char key = 'q'; /* nobody is there any more */

	if (read(STDIN_FILENO, &key, 1) < 1)
		return EVENT_QUIT;
	return key == 'q' || key == 'Q' || key == CTRL_C ? EVENT_QUIT : EVENT_TIME;
}

static enum event
wait_for_event(struct top *top, int64_t wait_ms)
{
	struct pollfd fds[] = { { .fd = STDIN_FILENO, .events = POLLIN },
		{ .fd = top->signals, .events = POLLIN } };
	struct signalfd_siginfo info;
	int n = poll(fds, 2, (int)wait_ms);

	if (n < 0 && errno != EINTR)
		return EVENT_QUIT;
	if (n > 0 && fds[1].revents) {
		if (read(top->signals, &info, sizeof(info)) != (ssize_t)sizeof(info))
			return EVENT_QUIT;
		return info.ssi_signo == SIGWINCH ? EVENT_RESIZED : EVENT_QUIT;
	}
	return n > 0 && fds[0].revents ? read_key() : EVENT_TIME;
}

static bool
watch(struct top *top)
{
	int64_t interval_ms = cli_number(top->call, "interval");
	enum event event = EVENT_TIME;
	bool is_well = true;

	while (event != EVENT_QUIT && is_well) {
		if (event == EVENT_TIME)
			is_well = renew_all(top);
		draw(top, "\033[H", "\033[K\r\n", "\033[J");
		event = wait_for_event(top, interval_ms);
	}
	return is_well;
}

static int
run(struct cli_call *call)
{
	struct remote *r OWNED(remote_close) = NULL;
	struct top top = { .call = call, .signals = -1 };
	bool is_well;

	if (cli_flag(call, "json") || cli_flag(call, "csv") || cli_given(call, "format"))
		return cli_wrong_usage(
		    call, "top is a screen: status prints the same as --json or --csv");
	if (remote_check(call) != CLI_DONE)
		return CLI_USAGE;
	if (remote_open(call, &r) != RC_OK)
		return CLI_FAILED;
	top.r = r;
	is_well = renew_all(&top);
	if (is_well && isatty(fileno(call->out)) && isatty(STDIN_FILENO)) {
		is_well = enter(&top);
		if (is_well) {
			is_well = watch(&top);
			leave(&top);
		}
	} else if (is_well) {
		draw(&top, "", "\n", "");
	}
	forget(&top);
	return is_well ? CLI_DONE : cli_failed(call, "%s", top.err.msg);
}
