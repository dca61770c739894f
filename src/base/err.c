/* SPDX-License-Identifier: Apache-2.0 */
#include "base/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *
rc_name(enum rc rc)
{
	switch (rc) {
	case RC_OK:
		return "ok";
	case RC_NOMEM:
		return "no memory";
	case RC_INVALID:
		return "invalid";
	case RC_NOT_FOUND:
		return "not found";
	case RC_CONFLICT:
		return "conflict";
	case RC_TIMEOUT:
		return "timeout";
	case RC_REFUSED:
		return "refused";
	case RC_PROTOCOL:
		return "bad response";
	case RC_TOO_MUCH:
		return "too much";
	case RC_BUSY:
		return "busy";
	case RC_CANCELLED:
		return "cancelled";
	case RC_UNREACHABLE:
		return "unreachable";
	case RC_IO:
		return "input/output";
	}
	return "unknown";
}

#undef err_set /* see err.h */

enum rc
err_set(struct err *err, enum rc rc, const char *fmt, ...)
{
	va_list ap;

	if (!err)
		return rc;
	err->rc = rc;
	va_start(ap, fmt);
	(void)vsnprintf(err->msg, sizeof(err->msg), fmt, ap); /* truncation is allowed */
	va_end(ap);
	return rc;
}

enum rc
err_prefix(struct err *err, enum rc rc, const char *fmt, ...)
{
	char was[ERR_MAX];
	va_list ap;
	int n;

	if (!err)
		return rc;
	memcpy(was, err->msg, sizeof(was));
	va_start(ap, fmt);
	n = vsnprintf(err->msg, sizeof(err->msg), fmt, ap);
	va_end(ap);
	if (n >= 0 && (size_t)n < sizeof(err->msg))
		(void)snprintf(err->msg + n, sizeof(err->msg) - (size_t)n, "%s", was);
	return rc;
}
