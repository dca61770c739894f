/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/identity_int.h - what a simulated OLT says of itself so that it is recognised.
 *
 * sysObjectID and sysDescr are made from the profile's first detection rule and
 * its table of models. Where the profile knows only a pattern for sysDescr, a
 * text that matches it is made up.
 */
#ifndef FACHO_SIM_IDENTITY_INT_H
#define FACHO_SIM_IDENTITY_INT_H

#include <stdbool.h>
#include <stddef.h>

#include "sim/plant.h"

/* Fill in sys_descr, sys_object_id, model and rule of a plant with a profile. */
void identity_fill(struct plant *plant);

/* A text that matches a POSIX extended regular expression; false when it uses
 * something this cannot do, and then text is untouched. */
bool identity_text_for(const char *regex, char *text, size_t size);

#endif
