/* SPDX-License-Identifier: Apache-2.0
 *
 * conf/conf_int.h - shared by table.c, value.c and load.c.
 */
#ifndef FACHO_CONF_CONF_INT_H
#define FACHO_CONF_CONF_INT_H

#include "base/arena.h"
#include "base/err.h"
#include "conf/conf.h"

/* Check text and store it in the item's field of `conf`, which is not changed on failure.
 * Text is copied to the arena. With RC_INVALID err has the allowed values. */
enum rc conf_value_set(const struct conf_item *item, void *conf, struct arena *arena,
    const char *text, struct err *err) MUST_CHECK;

/* The field as it is written in a file; a secret as ***. */
void conf_value_show(const struct conf_item *item, const void *conf, struct buf *b);

#endif
