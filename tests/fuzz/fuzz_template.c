/* SPDX-License-Identifier: Apache-2.0
 *
 * Any text as a template: it is refused with a message, or it gives a document whose text
 * has no line breaks, no marks made by values, and no more than the limits.
 */
#include <assert.h>
#include <string.h>

#include "channel/document.h"
#include "channel/template.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static json_t *
hostile_data(void)
{
	return json_pack("{s:{s:i, s:s, s:s, s:s, s:i, s:[s,s], s:[{s:s}], s:b}, s:I}",
	    "incident", "id", 71, "url", "https://x.example/71", "place",
	    "<b>&\"Ñandú_*{{id}}**[a](https://b)\n- c", "severity", "major", "affected",
	    5000, "evidence", "{{#members}}", "\r\n", "members", "serial", "**x**",
	    "since_exact", 1, "since", (json_int_t)1763474700000);
}

static void
check_document(const json_t *document)
{
	const json_t *blocks = json_object_get(document, "blocks");
	size_t bytes = 0;
	const json_t *block;
	const json_t *run;
	size_t i, k;

	assert(document_check(document, NULL) == RC_OK);
	assert(json_array_size(blocks) <= TEMPLATE_BLOCKS + 1);
	json_array_foreach(blocks, i, block)
	{
		json_array_foreach(json_object_get(block, "runs"), k, run)
		{
			const char *text =
			    json_string_value(json_object_get(run, "text"));

			assert(*text && !strpbrk(text, "\r\n\t\x1b"));
			bytes += strlen(text);
		}
	}
	assert(bytes <= TEMPLATE_OUTPUT);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct template_view view = { .kind = TEMPLATE_OPENED, .lang = "es", .zone = "" };
	struct template *t = NULL;
	struct err err = { .msg = "" };
	char *text = strndup((const char *)data, n);
	json_t *values = hostile_data();
	json_t *document = NULL;

	if (template_parse(text, &t, &err) != RC_OK) {
		assert(*err.msg);
	} else {
		assert(template_render(t, values, &view, &document, &err) == RC_OK);
		check_document(document);
	}
	json_decref(document);
	json_decref(values);
	template_free(t);
	free(text);
	return 0;
}
