/* SPDX-License-Identifier: Apache-2.0
 *
 * base/files.h - how many files and sockets this process may have open. Every OLT has a
 * socket of its own, and the usual soft limit (1024) is less than a site has OLTs.
 */
#ifndef FACHO_BASE_FILES_H
#define FACHO_BASE_FILES_H

#include <stddef.h>

/* Take all that the hard limit gives. Returns how many that is. Once, before threads. */
size_t files_allow_all(void);

#endif
