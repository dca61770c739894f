/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/identity_int.h - the values by which a simulated OLT is recognised.
 *
 * sysObjectID and sysDescr are made from the first detection rule of the profile and its
 * table of models. If the profile has only a pattern for sysDescr, a text that matches it
 * is made.
 */
#ifndef FACHO_SIM_IDENTITY_INT_H
#define FACHO_SIM_IDENTITY_INT_H

#include <stdbool.h>
#include <stddef.h>

#include "sim/plant.h"

/* Set sys_descr, sys_object_id, model and rule of a plant with a profile. */
void identity_fill(struct plant *plant);

/* A text that matches a POSIX extended regular expression. False: the expression uses
 * something unsupported; then text is not changed. */
bool identity_text_for(const char *regex, char *text, size_t size);

#endif
