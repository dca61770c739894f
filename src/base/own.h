/* SPDX-License-Identifier: Apache-2.0
 *
 * base/own.h - local variables that own memory are freed whenever their scope ends.
 *
 *	OWNED_BY(struct thing, thing_free);		(in the header)
 *	struct thing *t OWNED(thing_free) = thing_new();
 *	...
 *	*ret_thing = GIVE(t);				(now owned by the caller)
 */
#ifndef FACHO_BASE_OWN_H
#define FACHO_BASE_OWN_H

#include <stdio.h>
#include <stdlib.h>

#define OWNED(fn) __attribute__((cleanup(fn##_at)))
#define OWNED_BY(type, fn)                    \
	static inline void fn##_at(type **at) \
	{                                     \
		fn(*at);                      \
	}                                     \
	struct own_needs_a_semicolon
#define GIVE(p)                             \
	(__extension__({                    \
		__typeof__(p) given_ = (p); \
		(p) = NULL;                 \
		given_;                     \
	}))

/* Plain memory: char *text OWNED(free) = strdup(...); */
static inline void
free_at(void *at)
{
	free(*(void **)at);
}

static inline void
fclose_at(FILE **at)
{
	if (*at)
		(void)fclose(*at); /* no data can be lost when reading */
}

#endif
