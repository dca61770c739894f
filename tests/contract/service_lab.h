/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/contract/service_lab.h - a program without an engine: a service on a fresh database,
 * with the catalogue that ships, and a ops that only remembers what it was told.
 */
#ifndef FACHO_TESTS_SERVICE_LAB_H
#define FACHO_TESTS_SERVICE_LAB_H

#include "backends.h"

#include <jansson.h>

#include "base/networks.h"
#include "service/service.h"

/* What the engine was told. */
struct ops {
	_Atomic int puts, drops, revivals, runs, interrupts, tests, refreshes, syncs;
	enum rc refresh_rc; /* what comes of a live read */
	_Atomic int tries;
	char tried_oid[128], tried_purpose[64];
	const struct tried *tried; /* what comes of it; borrowed; NULL: nothing */
	enum rc sync_rc; /* what comes of waiting for the database */
	struct position last_position; /* of one */
	const struct snapshot *snapshot; /* what the engine shows; NULL: nothing yet */
	_Atomic int looks; /* snapshots that were not given back */
	int64_t last_olt;
	bool last_enabled;
	size_t last_nodes;
	char last_community[SECRET_MAX + 1];
	char last_address[64]; /* of the last OLT that was put */
	/* What the last test was to contact, and with which secrets. */
	char test_host[256];
	char test_community[SECRET_MAX + 1], test_auth[SECRET_MAX + 1];
	const char *detects; /* the profile that a test finds; NULL: none */
	const struct profile_set *profiles;
};

/* A program without an engine. */
struct lab {
	struct backend *b;
	struct db *db; /* to look with */
	struct vault *vault;
	struct writer *writer;
	struct profile_set *profiles;
	struct service *service;
	struct ops ops;
	struct service_answer answer; /* of the last call */
	struct networks allowed; /* set before lab_open: where OLTs may be */
	struct program program; /* likewise: its settings */
	const char *address; /* where who asks is; NULL: on this machine */
};

void lab_open(struct lab *l, void **state);
void lab_close(struct lab *l);

/* Ask as this role; args is JSON with ' for ". The outcome. */
enum rc ask_as(struct lab *l, enum role role, const char *operation, const char *args);
/* The same with arguments as they are; they stay the caller's. */
enum rc ask_json(struct lab *l, enum role role, const char *operation, json_t *args);
/* As an administrator, who expects it to work. */
json_t *ask(struct lab *l, const char *operation, const char *args);
enum rc refused(struct lab *l, const char *operation, const char *args);

/* What is said about a field; "" when nothing is. */
const char *said(const struct lab *l, const char *field);
int64_t int_of(const json_t *object, const char *key);
const char *text_of(const json_t *object, const char *key);
/* The row of a page whose field has this text; fails when there is none. */
const json_t *row_of(const json_t *page, const char *field, const char *text);

#define AN_OLT                                                         \
	"{'name':'centro','address':'192.0.2.1','community':'s3cret'," \
	"'profile':'huawei','site':'Norte'}"
#define A_JOB                                                             \
	"{'name':'levels','type':'get','interval':'5m','brand':'Huawei'," \
	"'oids':['huawei_smartax/onu/rx_dbm']}"

/* A line of the audit log. */
struct line {
	int n; /* how many there are */
	char action[32], entity[32], after[4096], who[32];
	bool has_before;
};

/* The newest line about this kind of thing. */
struct line audited(struct lab *l, const char *entity);

#endif
