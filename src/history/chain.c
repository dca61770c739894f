/* SPDX-License-Identifier: Apache-2.0 */
#include "history/chain.h"

#include <stdlib.h>

#include "base/buf.h"

/* ---- writing ----------------------------------------------------------- */

struct history_chain {
	int64_t key_ms;
	struct history_block *key; /* owned; stored. NULL: none yet */
	struct history_block *next; /* owned; encoded, not yet kept. NULL: none */
};

struct history_chain *
history_chain_new(int64_t key_ms)
{
	struct history_chain *chain = calloc(1, sizeof(*chain));

	if (chain)
		chain->key_ms = key_ms;
	return chain;
}

void
history_chain_free(struct history_chain *chain)
{
	if (!chain)
		return;
	history_block_free(chain->key);
	history_block_free(chain->next);
	free(chain);
}

static void
replace(struct history_block **at, struct history_block *by)
{
	history_block_free(*at);
	*at = by;
}

void
history_chain_keep(struct history_chain *chain)
{
	if (chain->next)
		replace(&chain->key, GIVE(chain->next));
}

void
history_chain_drop(struct history_chain *chain)
{
	replace(&chain->next, NULL);
}

/* The key, if it can still be used. */
static const struct history_block *
base_for(const struct history_chain *chain, enum history_kind kind,
    const struct history_label *label)
{
	if (!chain->key || !history_block_may_base(chain->key, kind, label))
		return NULL;
	/* Unsigned: it is later, and the difference may be any number. */
	uint64_t age_ms = (uint64_t)label->time_ms -
	    (uint64_t)history_block_head(chain->key)->label.time_ms;
	return age_ms < (uint64_t)chain->key_ms ? chain->key : NULL;
}

/* If the new block stands alone, it is the next key. It is opened as a check: a block
 * that cannot be read must not be stored. */
static enum rc
note(struct history_chain *chain, struct history_codec *c, struct buf *out, size_t before,
    struct err *err)
{
	struct history_block *b OWNED(history_block_free) = NULL;
	enum rc rc =
	    history_block_open(c, out->data + before, out->len - before, &b, err);

	if (rc != RC_OK) {
		out->len = before;
		out->data[before] = '\0';
		return rc;
	}
	if (!history_block_head(b)->is_difference)
		chain->next = GIVE(b);
	return RC_OK;
}

enum rc
history_chain_encode(struct history_chain *chain, struct history_codec *c,
    const struct history_label *label, const int32_t *values, struct buf *out,
    struct err *err)
{
	size_t before = out->len;

	history_chain_drop(chain);
	enum rc rc = history_encode(
	    c, label, values, base_for(chain, HISTORY_RAW, label), out, err);
	return rc == RC_OK ? note(chain, c, out, before, err) : rc;
}

enum rc
history_chain_encode_hours(struct history_chain *chain, struct history_codec *c,
    const struct history_label *label, const struct history_hour *hours, struct buf *out,
    struct err *err)
{
	size_t before = out->len;

	history_chain_drop(chain);
	enum rc rc = history_encode_hours(
	    c, label, hours, base_for(chain, HISTORY_HOUR, label), out, err);
	return rc == RC_OK ? note(chain, c, out, before, err) : rc;
}

/* ---- reading ----------------------------------------------------------- */

/* now is the key itself if it stands alone; otherwise it is owned separately. */
struct history_walk {
	struct history_block *key; /* owned */
	struct history_block *now;
};

struct history_walk *
history_walk_new(void)
{
	return calloc(1, sizeof(struct history_walk));
}

static void
leave_present(struct history_walk *walk)
{
	if (walk->now != walk->key)
		history_block_free(walk->now);
	walk->now = NULL;
}

void
history_walk_free(struct history_walk *walk)
{
	if (!walk)
		return;
	leave_present(walk);
	history_block_free(walk->key);
	free(walk);
}

/* Does the walk have the base of the current block? */
static enum rc
check_base(const struct history_walk *walk, struct err *err)
{
	const struct history_head *head = history_block_head(walk->now);
	int32_t value;

	if (head->is_difference && head->label.n > 0 &&
	    history_block_value(walk->now, walk->key, 0, &value) != RC_OK)
		return err_set(err, RC_NOT_FOUND,
		    "history: the block that this one is a difference to is missing");
	return RC_OK;
}

enum rc
history_walk_next(struct history_walk *walk, struct history_codec *c, const void *bytes,
    size_t n, struct err *err)
{
	struct history_block *b = NULL;
	enum rc rc = history_block_open(c, bytes, n, &b, err);

	if (rc != RC_OK)
		return rc;
	leave_present(walk);
	walk->now = b;
	if (!history_block_head(b)->is_difference)
		replace(&walk->key, b);
	return check_base(walk, err);
}

enum rc
history_walk_base(struct history_walk *walk, struct history_codec *c, const void *bytes,
    size_t n, struct err *err)
{
	struct history_block *b OWNED(history_block_free) = NULL;
	int32_t value;
	enum rc rc = history_block_open(c, bytes, n, &b, err);

	if (rc != RC_OK)
		return rc;
	if (!walk->now || walk->now == walk->key ||
	    history_block_value(walk->now, b, 0, &value) != RC_OK)
		return err_set(err, RC_CONFLICT,
		    "history: not the block that this one is a difference to");
	replace(&walk->key, GIVE(b));
	return RC_OK;
}

const struct history_head *
history_walk_head(const struct history_walk *walk)
{
	return walk->now ? history_block_head(walk->now) : NULL;
}

enum rc
history_walk_value(const struct history_walk *walk, uint32_t at, int32_t *ret_value)
{
	return walk->now ? history_block_value(walk->now, walk->key, at, ret_value)
			 : RC_NOT_FOUND;
}

enum rc
history_walk_hour(
    const struct history_walk *walk, uint32_t at, struct history_hour *ret_hour)
{
	return walk->now ? history_block_hour(walk->now, walk->key, at, ret_hour)
			 : RC_NOT_FOUND;
}

enum rc
history_walk_values(const struct history_walk *walk, int32_t *ret_values)
{
	return walk->now ? history_block_values(walk->now, walk->key, ret_values)
			 : RC_NOT_FOUND;
}

enum rc
history_walk_hours(const struct history_walk *walk, struct history_hour *ret_hours)
{
	return walk->now ? history_block_hours(walk->now, walk->key, ret_hours)
			 : RC_NOT_FOUND;
}
