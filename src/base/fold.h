/* SPDX-License-Identifier: Apache-2.0
 *
 * base/fold.h - text as it is compared when somebody searches: without case and without
 * accents, so that "Perú" and "PERU" are the same.
 *
 * Folds A to Z, the accented letters of Latin-1 and combining accents; everything else
 * stays, bytes that are no UTF-8 too. The databases fold in the same way (migration
 * "search"), and a contract test compares them letter by letter.
 */
#ifndef FACHO_BASE_FOLD_H
#define FACHO_BASE_FOLD_H

#include <stddef.h>

/* The result is never longer than text. Writes at most size - 1 bytes and a NUL, cut
 * between characters; size is at least 1. Returns the length. Any thread. */
size_t fold_text(const char *text, char *ret, size_t size);

#endif
