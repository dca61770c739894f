/* SPDX-License-Identifier: Apache-2.0 */
#include "service/pace_int.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A user's next free moments lie PACE_MS apart, and may lie PACE_AT_ONCE of them ahead. */
struct pacer {
	char user[PACE_NAME_MAX]; /* "": a free place */
	int64_t until_ms; /* when all that he did is made up for */
};

struct pace {
	pthread_mutex_t lock; /* guards all below */
	struct pacer all[PACE_USERS];
};

struct pace *
pace_new(void)
{
	struct pace *p = calloc(1, sizeof(*p));

	if (p && pthread_mutex_init(&p->lock, NULL) != 0) {
		free(p);
		return NULL;
	}
	return p;
}

void
pace_free(struct pace *p)
{
	if (!p)
		return;
	(void)pthread_mutex_destroy(&p->lock);
	free(p);
}

static struct pacer *
place_of(struct pace *p, const char *user)
{
	struct pacer *quiet = &p->all[0];

	for (size_t i = 0; i < PACE_USERS; i++) {
		struct pacer *one = &p->all[i];

		if (strncmp(one->user, user, PACE_NAME_MAX - 1) == 0)
			return one;
		if (one->until_ms < quiet->until_ms)
			quiet = one;
	}
	*quiet = (struct pacer){ .until_ms = 0 };
	(void)snprintf(quiet->user, sizeof(quiet->user), "%s", user);
	return quiet;
}

bool
pace_allows(struct pace *p, const char *user, int64_t now_ms, int64_t *ret_wait_ms)
{
	int64_t latest_ms = now_ms + (int64_t)(PACE_AT_ONCE - 1) * PACE_MS;
	struct pacer *one;
	bool may;

	pthread_mutex_lock(&p->lock);
	one = place_of(p, user);
	may = one->until_ms <= latest_ms;
	if (may)
		one->until_ms =
		    (one->until_ms > now_ms ? one->until_ms : now_ms) + PACE_MS;
	else
		*ret_wait_ms = one->until_ms - latest_ms;
	pthread_mutex_unlock(&p->lock);
	return may;
}
