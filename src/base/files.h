/* SPDX-License-Identifier: Apache-2.0
 *
 * base/files.h - the limit of open files and sockets of this process. Every OLT has its
 * own socket, and a site may have more OLTs than the usual soft limit (1024).
 */
#ifndef FACHO_BASE_FILES_H
#define FACHO_BASE_FILES_H

#include <stddef.h>

/* Raise the soft limit to the hard limit. Returns the new limit. Call it once, before
 * threads. */
size_t files_allow_all(void);

#endif
