/* SPDX-License-Identifier: Apache-2.0
 *
 * base/fold.h - text for comparison in searches: without case and accents, so that "Perú"
 * and "PERU" are the same.
 *
 * Folds A to Z, the accented letters of Latin-1 and combining accents; everything else is
 * not changed, including invalid UTF-8. The databases fold in the same way (migration
 * "search"), and a contract test compares them letter by letter.
 */
#ifndef FACHO_BASE_FOLD_H
#define FACHO_BASE_FOLD_H

#include <stddef.h>

/* The result is never longer than text. Writes at most size - 1 bytes and a NUL,
 * truncated between characters; size is at least 1. Returns the length. Any thread. */
size_t fold_text(const char *text, char *ret, size_t size);

#endif
