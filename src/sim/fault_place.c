/* SPDX-License-Identifier: Apache-2.0
 *
 * The place of a fault, as users write it.
 */
#include "base/buf.h"
#include "sim/device_int.h"

static enum rc
no_such(const char *what, uint32_t given, uint32_t n, struct err *err)
{
	return err_set(err, RC_NOT_FOUND,
	    "there is no %s %u; they are numbered from 1 to %u", what, given, n);
}

static enum rc
set_ports(struct fault *f, const struct plant *plant, const struct fault_words *words,
    struct err *err)
{
	uint32_t port = 0;
	enum rc rc = device_find_port(plant, words->port, &port, err);

	if (rc == RC_OK)
		f->area = outside_ports(plant, port, 1);
	return rc;
}

static enum rc
set_box(struct fault *f, const struct plant *plant, const struct fault_words *words,
    struct err *err)
{
	enum rc rc = set_ports(f, plant, words, err);

	if (rc != RC_OK)
		return rc;
	if (words->box > outside_boxes(plant))
		return no_such("box", words->box, outside_boxes(plant), err);
	f->area.first_box = words->box - 1;
	f->area.n_boxes = 1;
	return RC_OK;
}

static enum rc
find_onu(const struct fault *f, const struct plant *plant, uint32_t number,
    uint32_t *ret_onu, struct err *err)
{
	uint32_t first = f->area.first_port * plant->onus;

	for (uint32_t i = first; i < first + plant->onus; i++) {
		if (plant_onu(plant, i).part[POS_ONU] == number) {
			*ret_onu = i;
			return RC_OK;
		}
	}
	return err_set(err, RC_NOT_FOUND, "there is no ONU %u on this port", number);
}

static enum rc
set_onu(struct fault *f, const struct plant *plant, const struct fault_words *words,
    struct err *err)
{
	enum rc rc = set_ports(f, plant, words, err);

	if (rc == RC_OK)
		rc = find_onu(f, plant, words->onu, &f->onu, err);
	return rc;
}

/* The cable that the port's feeder is in, or the one with this number. */
static enum rc
set_trunk(struct fault *f, const struct plant *plant, const struct fault_words *words,
    struct err *err)
{
	uint32_t trunks = outside_trunks(plant), trunk = words->trunk;

	if (words->port) {
		enum rc rc = set_ports(f, plant, words, err);
		if (rc != RC_OK)
			return rc;
		trunk = f->area.first_port / plant->outside.trunk_ports + 1;
	}
	if (trunk > trunks)
		return no_such("trunk", trunk, trunks, err);
	f->area = outside_trunk(plant, trunk - 1);
	return RC_OK;
}

static enum rc
set_zone(struct fault *f, const struct plant *plant, const struct fault_words *words,
    struct err *err)
{
	if (words->zone > outside_zones(plant))
		return no_such("zone", words->zone, outside_zones(plant), err);
	f->area = outside_zone(plant, words->zone - 1);
	return RC_OK;
}

static enum rc
set_card(struct fault *f, const struct plant *plant, const struct fault_words *words,
    struct err *err)
{
	uint32_t board = 0;
	enum rc rc = device_find_board(plant, words->card, &board, err);

	if (rc == RC_OK)
		f->area = outside_ports(
		    plant, board * plant->ports_per_board, plant->ports_per_board);
	return rc;
}

static enum rc
set_olt(struct fault *f, const struct plant *plant, const struct fault_words *words,
    struct err *err)
{
	(void)words, (void)err;
	f->area = outside_ports(plant, 0, plant->ports);
	return RC_OK;
}

/* The ONU that transmits out of turn is any one if none is given. */
static enum rc
set_rogue(struct fault *f, const struct plant *plant, const struct fault_words *words,
    struct err *err)
{
	enum rc rc = set_ports(f, plant, words, err);

	if (rc != RC_OK)
		return rc;
	f->rogue =
	    f->area.first_port * plant->onus + f->id % (plant->onus + !plant->onus);
	return words->has_onu ? find_onu(f, plant, words->onu, &f->rogue, err) : RC_OK;
}

enum word {
	WORD_PORT = 1 << 0,
	WORD_BOX = 1 << 1,
	WORD_ONU = 1 << 2,
	WORD_TRUNK = 1 << 3,
	WORD_ZONE = 1 << 4,
	WORD_CARD = 1 << 5,
};

/* Which words give the place of a fault of which kinds. */
static const struct place_rule {
	unsigned kinds; /* bits of enum fault_kind */
	unsigned words; /* exactly these */
	enum rc (*set)(struct fault *f, const struct plant *plant,
	    const struct fault_words *words, struct err *err);
} RULES[] = {
#define KIND(kind) (1U << FAULT_##kind)
#define LOSSES (KIND(BEND) | KIND(DRIFT))
	{ KIND(FEEDER) | KIND(SFP) | KIND(POWER) | LOSSES, WORD_PORT, set_ports },
	{ KIND(BOX) | KIND(POWER) | LOSSES, WORD_PORT | WORD_BOX, set_box },
	{ KIND(DROP) | KIND(POWER) | LOSSES, WORD_PORT | WORD_ONU, set_onu },
	{ KIND(TRUNK), WORD_PORT, set_trunk },
	{ KIND(TRUNK), WORD_TRUNK, set_trunk },
	{ KIND(POWER), WORD_ZONE, set_zone },
	{ KIND(CARD), WORD_CARD, set_card },
	{ KIND(REBOOT), 0, set_olt },
	{ KIND(ROGUE), WORD_PORT, set_rogue },
	{ KIND(ROGUE), WORD_PORT | WORD_ONU, set_rogue },
#undef LOSSES
#undef KIND
};

enum { N_RULES = sizeof(RULES) / sizeof(RULES[0]) };

static unsigned
words_given(const struct fault_words *w)
{
	return (w->port ? WORD_PORT : 0U) | (w->box ? WORD_BOX : 0U) |
	    (w->has_onu ? WORD_ONU : 0U) | (w->trunk ? WORD_TRUNK : 0U) |
	    (w->zone ? WORD_ZONE : 0U) | (w->card ? WORD_CARD : 0U);
}

/* "port, or port and box". */
static void
put_words(struct buf *out, unsigned words)
{
	static const char *const NAMES[] = { "port", "box", "onu", "trunk", "zone",
		"card" };
	const char *between = "";

	if (!words)
		buf_puts(out, "nothing");
	for (unsigned i = 0; i < sizeof(NAMES) / sizeof(NAMES[0]); i++) {
		if (!(words & 1U << i))
			continue;
		buf_printf(out, "%s%s", between, NAMES[i]);
		between = " and ";
	}
}

static enum rc
wrong_words(enum fault_kind kind, struct err *err)
{
	struct buf right = BUF_INIT(ERR_MAX);

	for (size_t i = 0; i < N_RULES; i++) {
		if (!(RULES[i].kinds & 1U << kind))
			continue;
		buf_puts(&right, right.len ? ", or " : "");
		put_words(&right, RULES[i].words);
	}
	enum rc rc = err_set(err, RC_INVALID, "the place of a fault \"%s\" is: %s",
	    fault_kind_name(kind), buf_text(&right));
	buf_fini(&right);
	return rc;
}

enum rc
fault_set_place(struct fault *f, const struct plant *plant,
    const struct fault_words *words, struct err *err)
{
	unsigned given = words_given(words);

	if (plant->ports == 0 || plant->onus == 0)
		return err_set(
		    err, RC_INVALID, "this OLT has no ports with ONUs, so no faults");
	f->onu = FAULT_ALL_ONUS;
	for (size_t i = 0; i < N_RULES; i++) {
		if (RULES[i].kinds & 1U << f->kind && RULES[i].words == given)
			return RULES[i].set(f, plant, words, err);
	}
	return wrong_words(f->kind, err);
}
