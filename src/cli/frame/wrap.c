/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/frame/wrap.h"

#include <string.h>

static void
new_line(FILE *out, size_t indent)
{
	(void)fprintf(out, "\n%*s", (int)indent, "");
}

void
wrap_print(FILE *out, const char *text, size_t at, size_t indent, size_t width)
{
	size_t used = 0; /* columns of this line after the indent */

	if (at + 1 < indent)
		(void)fprintf(out, "%*s", (int)(indent - at), "");
	else
		new_line(out, indent);
	for (;;) {
		size_t n;

		text += strspn(text, " \n");
		n = strcspn(text, " \n");
		if (n == 0)
			break;
		if (used && indent + used + 1 + n > width) {
			new_line(out, indent);
			used = 0;
		}
		(void)fprintf(out, "%s%.*s", used ? " " : "", (int)n, text);
		used += n + (used > 0);
		text += n;
	}
	(void)fputc('\n', out);
}
