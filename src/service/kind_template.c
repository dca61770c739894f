/* SPDX-License-Identifier: Apache-2.0
 *
 * Templates of messages: a mistake in one is found when it is saved, not at night.
 */
#include "channel/template.h"
#include "service/notify_int.h"

static json_t *
show_template(struct db *db, int64_t id, struct err *err)
{
	return show_row(db, "templates", id, err);
}

static const struct entity ENTITY_OF_TEMPLATE = { "template", show_template };

static void
check_template(
    struct ask *a, const struct notify_row *row, const struct notify_row *before)
{
	const struct template_row *t = &row->template;
	struct template *parsed OWNED(template_free) = NULL;
	enum template_kind kind;
	struct err err = { 0 };

	(void)before;
	if (t->kind && *t->kind && !template_kind_find(t->kind, &kind))
		arg_wrong(a, "kind", "there is no kind of message \"%.64s\"", t->kind);
	if (t->language && *t->language && text_choice("es|en", t->language) < 0)
		arg_wrong(a, "language", "es or en is expected");
	if (t->body && *t->body && template_parse(t->body, &parsed, &err) != RC_OK)
		arg_wrong(a, "body", "%s", err.msg);
}

const struct notify_kind KIND_TEMPLATE = {
	.type = &TEMPLATE_ENTITY,
	.place = { "templates", "template", NULL, { NULL, NULL } },
	.entity = &ENTITY_OF_TEMPLATE,
	.check = check_template,
};
