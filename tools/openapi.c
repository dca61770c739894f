/* SPDX-License-Identifier: Apache-2.0
 *
 * openapi - prints the OpenAPI document of the route table, without a server. The types
 * of the web admin are generated from it (script/lint web).
 */
#include <stdio.h>
#include <stdlib.h>

#include "api/pages_int.h"

int
main(void)
{
	json_t *document = openapi_make(FACHO_VERSION);
	int failed = json_dumpf(document, stdout, JSON_INDENT(1));

	json_decref(document);
	return failed || fflush(stdout) != 0;
}
