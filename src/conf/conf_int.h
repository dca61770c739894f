/* SPDX-License-Identifier: Apache-2.0
 *
 * conf/conf_int.h - between table.c, value.c and load.c.
 */
#ifndef FACHO_CONF_CONF_INT_H
#define FACHO_CONF_CONF_INT_H

#include "base/arena.h"
#include "base/err.h"
#include "conf/conf.h"

/* Check text and put it into the item's field of `conf`, which is untouched on
 * failure. Text is copied to the arena. RC_INVALID says what would be right. */
enum rc conf_value_set(const struct conf_item *item, void *conf, struct arena *arena,
    const char *text, struct err *err) MUST_CHECK;

/* The field as one would write it; a secret as ***. */
void conf_value_show(const struct conf_item *item, const void *conf, struct buf *b);

#endif
