/* SPDX-License-Identifier: Apache-2.0 */
#include "base/nearest.h"

#include <string.h>

static unsigned
least(unsigned a, unsigned b, unsigned c)
{
	unsigned m = a < b ? a : b;

	return m < c ? m : c;
}

/* Optimal string alignment with three rows: the current one, the previous one and the one
 * before (for swapped neighbours). */
unsigned
nearest_distance(const char *a, const char *b)
{
	unsigned rows[3][NEAREST_WORD_MAX + 1];
	size_t an = strlen(a), bn = strlen(b);

	if (an > NEAREST_WORD_MAX || bn > NEAREST_WORD_MAX)
		return (unsigned)(an > bn ? an : bn);
	for (size_t j = 0; j <= bn; j++)
		rows[0][j] = (unsigned)j;
	for (size_t i = 1; i <= an; i++) {
		unsigned *row = rows[i % 3];
		const unsigned *up = rows[(i + 2) % 3], *up2 = rows[(i + 1) % 3];

		row[0] = (unsigned)i;
		for (size_t j = 1; j <= bn; j++) {
			row[j] = least(up[j] + 1, row[j - 1] + 1,
			    up[j - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
			    a[i - 2] == b[j - 1] && up2[j - 2] + 1 < row[j])
				row[j] = up2[j - 2] + 1;
		}
	}
	return rows[an % 3][bn];
}

void
nearest_offer(struct nearest *n, const char *typed, const char *known)
{
	unsigned d = nearest_distance(typed, known);
	size_t len = strlen(known);
	unsigned worth = len <= 3 ? 1 : len <= 6 ? 2 : 3;

	if (d > worth || (n->best && n->distance <= d))
		return;
	n->best = known;
	n->distance = d;
}
