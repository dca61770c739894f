/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/frame/prompt.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum { CONTROL_C = 3 };

/* One line without its newline, byte by byte, because a stdio buffer would keep a copy of
 * the secret. One byte more than fits is read, to detect a line that is too long. -1: an
 * error or ^C. */
static ssize_t
read_line(int tty, char line[SECRET_MAX + 2])
{
	size_t n = 0;

	while (n < SECRET_MAX + 1) {
		ssize_t got = read(tty, line + n, 1);

		if (got < 0 || (got == 1 && line[n] == CONTROL_C))
			return -1;
		if (got == 0 || line[n] == '\n')
			break;
		n++;
	}
	line[n] = '\0';
	return (ssize_t)n;
}

static enum rc
read_secret(int tty, struct secret *ret_secret, struct err *err)
{
	char line[SECRET_MAX + 2];
	ssize_t n = read_line(tty, line);
	enum rc rc = RC_OK;

	if (n <= 0)
		rc = err_set(err, RC_CANCELLED, "nothing was typed");
	else if (n > SECRET_MAX)
		rc = err_set(err, RC_INVALID, "longer than %d characters", SECRET_MAX);
	else
		rc = secret_set(ret_secret, line);
	explicit_bzero(line, sizeof(line));
	return rc;
}

/* ^C must not leave the terminal without echo: while echo is off the keyboard sends no
 * signals, and ^C is a byte that ends the line like Enter. */
static enum rc
ask(int tty, const char *question, struct secret *ret_secret, struct err *err)
{
	struct termios was, quiet;
	enum rc rc;

	if (tcgetattr(tty, &was) != 0)
		return err_set(
		    err, RC_NOT_FOUND, "no terminal to ask at: %s", strerror(errno));
	quiet = was;
	quiet.c_lflag &= (tcflag_t) ~(ECHO | ISIG);
	quiet.c_cc[VEOL] = CONTROL_C;
	(void)tcsetattr(tty, TCSAFLUSH, &quiet);
	(void)dprintf(tty, "%s: ", question);
	rc = read_secret(tty, ret_secret, err);
	(void)tcsetattr(tty, TCSAFLUSH, &was);
	(void)dprintf(tty, "\n");
	return rc;
}

enum rc
prompt_secret(const char *question, struct secret *ret_secret, struct err *err)
{
	int tty = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
	enum rc rc;

	if (tty < 0)
		return err_set(
		    err, RC_NOT_FOUND, "no terminal to ask at: %s", strerror(errno));
	rc = ask(tty, question, ret_secret, err);
	(void)close(tty);
	return rc;
}
