/* SPDX-License-Identifier: Apache-2.0
 *
 * api/pages_int.h - the OpenAPI document and its page, from the route table.
 */
#ifndef FACHO_API_PAGES_INT_H
#define FACHO_API_PAGES_INT_H

#include <jansson.h>

struct reply;
struct request;

/* OpenAPI 3.1 of the table. Owned by the caller; NULL: no memory. Pure. */
json_t *openapi_make(const char *version);

void page_openapi(struct request *request, struct reply *reply);
void page_docs(struct request *request, struct reply *reply);

#endif
