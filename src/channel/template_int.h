/* SPDX-License-Identifier: Apache-2.0
 *
 * channel/template_int.h - a parsed template: a list of steps that the renderer follows.
 *
 * Lines, links and sections are pairs or have a jump; the parser has checked that they are
 * nested correctly, so the renderer does not.
 */
#ifndef FACHO_CHANNEL_TEMPLATE_INT_H
#define FACHO_CHANNEL_TEMPLATE_INT_H

#include "base/vec.h"
#include "channel/template.h"

enum step_kind {
	STEP_LINE, /* a line begins */
	STEP_LINE_END,
	STEP_TEXT,
	STEP_VALUE,
	STEP_URL, /* the texts and values up to STEP_LINK are an address */
	STEP_LINK, /* the texts and values up to STEP_LINK_END are the text of the link */
	STEP_LINK_END,
	STEP_IF, /* {{#name}}, up to the step at `end` */
	STEP_UNLESS, /* {{^name}} */
	STEP_END,
};

enum format {
	FORMAT_NONE,
	FORMAT_TIME,
	FORMAT_AGO,
	FORMAT_NUMBER,
	FORMAT_KM,
	FORMAT_LIST
};

struct step {
	enum step_kind kind;
	const struct template_name *name;
	enum format format;
	int items; /* for FORMAT_LIST */
	bool is_bold;
	bool is_bullet; /* for STEP_LINE */
	bool has_mark; /* for STEP_LINE: it is omitted if it has no text */
	bool is_whole_lines; /* for sections: they are on their own lines */
	size_t at, len; /* for STEP_TEXT: offset in template.text */
	size_t end; /* for sections: the index of their STEP_END */
};

struct template
{
	char *text; /* owned */
	struct vec steps; /* of struct step */
};

#endif
