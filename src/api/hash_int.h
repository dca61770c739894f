/* SPDX-License-Identifier: Apache-2.0
 *
 * api/hash_int.h - FNV-1a, to distinguish versions of an object. It is not secure against
 * deliberate collisions, which would affect only their creator.
 */
#ifndef FACHO_API_HASH_INT_H
#define FACHO_API_HASH_INT_H

#include <stddef.h>
#include <stdint.h>

#define HASH_START UINT64_C(0xcbf29ce484222325)

static inline uint64_t
hash_add(uint64_t hash, const void *bytes, size_t n)
{
	const unsigned char *p = bytes;

	for (size_t i = 0; i < n; i++)
		hash = (hash ^ p[i]) * UINT64_C(0x100000001b3);
	return hash;
}

#endif
