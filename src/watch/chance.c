/* SPDX-License-Identifier: Apache-2.0
 *
 * Is it more than chance? Single ONUs go down all the time: calculates how many at once
 * are too many.
 */
#include "watch/watch_int.h"

#include <math.h>

/* P(X >= k), summed from k on, so that small values keep their precision. */
static double
at_least(double lambda, int k)
{
	double term = exp(-lambda), sum = 0;

	for (int i = 1; i <= k; i++)
		term *= lambda / i;
	for (int i = k + 1; term > 0 && i < k + 200; i++) {
		sum += term;
		if (term < sum * 1e-12)
			break;
		term *= lambda / i;
	}
	return sum;
}

int
chance_least(double lambda, double chance)
{
	if (lambda <= 0)
		return 1;
	/* far above the mean: the normal distribution is accurate enough */
	if (lambda > 200)
		return (int)(lambda + 6 * sqrt(lambda)) + 1;
	for (int k = 1; k < 1000; k++)
		if (at_least(lambda, k) <= chance)
			return k;
	return 1000;
}
