/* SPDX-License-Identifier: Apache-2.0
 *
 * What the engine owes its callers, whatever agent is behind it: the same body
 * over the simulator and over a real snmpd.
 */
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "agent.h"

extern char **environ;

struct agent {
	uint16_t port;
};

static struct agent SIM, SNMPD;
static uint16_t closed_port; /* nobody listens there */

static struct lab_sim sim;
static pid_t snmpd;
static char snmpd_dir[] = "/tmp/facho-snmpd-XXXXXX";

/* Columns that both agents have: they do not change while a test runs. */
static const struct oid COLUMNS[] = {
	{ 10, { 1, 3, 6, 1, 2, 1, 2, 2, 1, 1 } }, /* ifIndex */
	{ 10, { 1, 3, 6, 1, 2, 1, 2, 2, 1, 2 } }, /* ifDescr */
	{ 10, { 1, 3, 6, 1, 2, 1, 2, 2, 1, 3 } }, /* ifType */
};
enum { N_COLUMNS = 3 };

static const struct oid SYS_DESCR = { 9, { 1, 3, 6, 1, 2, 1, 1, 1, 0 } };
static const struct oid SYS_OBJECT_ID = { 9, { 1, 3, 6, 1, 2, 1, 1, 2, 0 } };
static const struct oid SYS_NAME = { 9, { 1, 3, 6, 1, 2, 1, 1, 5, 0 } };
static const struct oid NO_SUCH = { 9, { 1, 3, 6, 1, 2, 1, 1, 99, 0 } };

static const struct agent *
agent_of(void **state)
{
	return *state;
}

static struct snmpc_target
v3_target(uint16_t port, const char *auth_pass, const char *priv_pass)
{
	struct snmpc_target t = agent_target(port);

	t.version = SNMP_V3;
	t.auth = V3_AUTH_SHA;
	t.priv = V3_PRIV_AES;
	(void)snprintf(t.user, sizeof(t.user), "facho");
	check_rc(secret_set(&t.auth_pass, auth_pass), RC_OK);
	check_rc(secret_set(&t.priv_pass, priv_pass), RC_OK);
	return t;
}

/* ---- the contract ---------------------------------------------------------- */

static void
a_walk_brings_the_same_in_every_version(void **state)
{
	struct snmpc_target t = agent_target(agent_of(state)->port);
	struct snmpc_target v3 = v3_target(t.port, "fachofacho1", "fachofacho2");
	struct outcome v2c = walk_agent(&t, COLUMNS, N_COLUMNS), other;

	check_rc(v2c.rc, RC_OK);
	assert_true(v2c.n_values > 0);
	assert_int_equal(v2c.columns[0].rows, v2c.columns[1].rows);
	assert_int_equal(v2c.columns[0].rows, v2c.columns[2].rows);
	t.version = SNMP_V1;
	other = walk_agent(&t, COLUMNS, N_COLUMNS);
	check_rc(other.rc, RC_OK);
	assert_int_equal(other.hash, v2c.hash);
	other = walk_agent(&v3, COLUMNS, N_COLUMNS);
	check_rc(other.rc, RC_OK);
	assert_int_equal(other.hash, v2c.hash);
}

static void
getnext_brings_the_same_as_getbulk(void **state)
{
	struct snmpc_target t = agent_target(agent_of(state)->port);
	struct outcome bulk = walk_agent(&t, COLUMNS, N_COLUMNS), next;

	t.limits.no_getbulk = true;
	next = walk_agent(&t, COLUMNS, N_COLUMNS);
	check_rc(next.rc, RC_OK);
	assert_int_equal(next.hash, bulk.hash);
}

static void
a_walk_cut_at_known_rows_brings_the_same(void **state)
{
	struct snmpc_target t = agent_target(agent_of(state)->port);
	struct outcome whole = walk_agent(&t, COLUMNS, N_COLUMNS), cut;
	/* Rows that may exist and rows that certainly do not. */
	static const uint32_t AT[] = { 1, 2, 300, 4194312192u, 4294967295u };
	struct snmpc_split splits[5];
	struct snmpc_column c[N_COLUMNS];
	struct snmpc_question q = { .kind = SNMPC_WALK,
		.n_columns = N_COLUMNS,
		.columns = c,
		.n_splits = 5,
		.splits = splits };

	for (size_t i = 0; i < N_COLUMNS; i++)
		c[i] =
		    (struct snmpc_column){ .arcs = COLUMNS[i].arcs, .n = COLUMNS[i].n };
	for (size_t i = 0; i < 5; i++)
		splits[i] = (struct snmpc_split){ 0, { &AT[i], 1 } };
	cut = ask_agent(&t, &q);
	check_rc(cut.rc, RC_OK);
	assert_int_equal(cut.hash, whole.hash);
}

static struct outcome
get_scalars(const struct snmpc_target *t, const struct oid *oids, size_t n)
{
	struct snmpc_column c[8];
	struct snmpc_item items[8];
	struct snmpc_question q = { .kind = SNMPC_GET,
		.n_columns = n,
		.columns = c,
		.n_items = n,
		.items = items };

	for (size_t i = 0; i < n; i++) {
		c[i] = (struct snmpc_column){ .arcs = oids[i].arcs, .n = oids[i].n };
		items[i] =
		    (struct snmpc_item){ .column = (uint32_t)i, .onu = (uint32_t)i };
	}
	return ask_agent(t, &q);
}

static void
a_get_says_what_is_absent_in_every_version(void **state)
{
	struct snmpc_target t = agent_target(agent_of(state)->port);
	const struct oid oids[] = { SYS_DESCR, NO_SUCH, SYS_OBJECT_ID, SYS_NAME };

	for (int version = SNMP_V1; version <= SNMP_V2C; version++) {
		struct outcome o;

		t.version = (enum snmp_version)version;
		o = get_scalars(&t, oids, 4);
		check_rc(o.rc, RC_OK);
		assert_int_equal(o.n_values, 3);
		assert_int_equal(o.n_absent, 1);
		assert_int_equal(o.columns[0].end, SNMPC_END_OK);
		assert_int_equal(o.columns[1].end, SNMPC_END_NO_OBJECT);
		assert_int_equal(o.columns[1].failed, 1);
	}
}

static void
a_column_that_is_not_there_is_named(void **state)
{
	struct snmpc_target t = agent_target(agent_of(state)->port);
	struct oid columns[] = { COLUMNS[0], { 8, { 1, 3, 6, 1, 2, 1, 99, 1 } },
		COLUMNS[1] };
	struct outcome o = walk_agent(&t, columns, 3);

	check_rc(o.rc, RC_OK);
	assert_int_equal(o.columns[1].end, SNMPC_END_NO_OBJECT);
	assert_int_equal(o.columns[0].end, SNMPC_END_OK);
	assert_int_equal(o.columns[0].rows, o.columns[2].rows);
}

static void
a_peek_brings_one_value_a_column(void **state)
{
	struct snmpc_target t = agent_target(agent_of(state)->port);
	struct snmpc_column c[N_COLUMNS];
	struct snmpc_question q = { .kind = SNMPC_PEEK,
		.n_columns = N_COLUMNS,
		.columns = c,
		.max_varbinds = 1 };
	struct outcome o;

	for (size_t i = 0; i < N_COLUMNS; i++)
		c[i] =
		    (struct snmpc_column){ .arcs = COLUMNS[i].arcs, .n = COLUMNS[i].n };
	o = ask_agent(&t, &q);
	check_rc(o.rc, RC_OK);
	assert_int_equal(o.n_values, N_COLUMNS);
	assert_int_equal(o.stats.requests, N_COLUMNS);
	assert_true(o.columns[0].first_us > 0);
}

static void
a_wrong_community_costs_one_requests_timeouts(void **state)
{
	struct snmpc_target t = agent_target(agent_of(state)->port);
	struct outcome o;

	check_rc(secret_set(&t.community, "wrong"), RC_OK);
	t.limits.timeout_ms = 100;
	o = walk_agent(&t, COLUMNS, N_COLUMNS);
	check_rc(o.rc, RC_TIMEOUT);
	check_contains(o.message, "another community");
	assert_null(strstr(o.message, "wrong"));
	assert_int_equal(o.stats.requests, 1);
	assert_int_equal(o.stats.retransmits, 2);
	assert_int_equal(o.columns[0].end, SNMPC_END_STOPPED);
}

static void
wrong_v3_credentials_are_told_apart(void **state)
{
	uint16_t port = agent_of(state)->port;
	struct snmpc_target t = v3_target(port, "fachofachoX", "fachofacho2");
	struct outcome o = walk_agent(&t, COLUMNS, 1);

	check_rc(o.rc, RC_REFUSED);
	check_contains(o.message, "authentication passphrase");
	assert_null(strstr(o.message, "fachofachoX"));
	t = v3_target(port, "fachofacho1", "fachofacho2");
	(void)snprintf(t.user, sizeof(t.user), "nobody");
	o = walk_agent(&t, COLUMNS, 1);
	check_rc(o.rc, RC_REFUSED);
	check_contains(o.message, "does not know this SNMPv3 user");
}

static void
a_name_is_resolved_on_the_loop(void **state)
{
	struct snmpc_target t = agent_target(agent_of(state)->port);
	struct outcome by_address = walk_agent(&t, COLUMNS, 1), by_name;

	(void)snprintf(t.host, sizeof(t.host), "localhost");
	by_name = walk_agent(&t, COLUMNS, 1);
	check_rc(by_name.rc, RC_OK);
	assert_int_equal(by_name.hash, by_address.hash);
}

static void
two_runs_at_once_share_one_session(void **state)
{
	struct snmpc_target t = agent_target(agent_of(state)->port);
	struct bed b = bed_make(&t);
	struct snmpc_column c = { .arcs = COLUMNS[0].arcs, .n = COLUMNS[0].n };
	struct snmpc_question q = { .kind = SNMPC_WALK, .n_columns = 1, .columns = &c };
	struct outcome one = { 0 }, two = { 0 };

	outcome_start(&b, &q, &one);
	outcome_start(&b, &q, &two);
	outcome_wait(&b, &one);
	outcome_wait(&b, &two);
	check_rc(one.rc, RC_OK);
	check_rc(two.rc, RC_OK);
	assert_int_equal(one.hash, two.hash);
	bed_free(&b);
}

static void
a_run_may_be_cancelled_from_inside_a_value(void **state)
{
	struct snmpc_target t = agent_target(agent_of(state)->port);
	struct bed b = bed_make(&t);
	struct snmpc_column c = { .arcs = COLUMNS[0].arcs, .n = COLUMNS[0].n };
	struct snmpc_question q = { .kind = SNMPC_WALK, .n_columns = 1, .columns = &c };
	struct outcome cut = { .cancel_after = 1 }, after = { 0 };

	outcome_start(&b, &q, &cut);
	outcome_start(&b, &q, &after);
	outcome_wait(&b, &after);
	assert_false(cut.is_done);
	assert_int_equal(cut.n_values, 1);
	check_rc(after.rc, RC_OK);
	bed_free(&b);
}

/* ---- without an agent ------------------------------------------------------ */

static void
a_closed_port_is_unreachable_at_once(void **state)
{
	struct snmpc_target t = agent_target(closed_port);
	struct outcome o;

	(void)state;
	t.limits.timeout_ms = 20000;
	o = walk_agent(&t, COLUMNS, 1);
	check_rc(o.rc, RC_UNREACHABLE);
	check_contains(o.message, "port is closed");
	assert_true(o.stats.duration_us < 5000000);
}

static void
an_unknown_name_is_not_found(void **state)
{
	struct snmpc_target t = agent_target(161);
	struct outcome o;

	(void)state;
	(void)snprintf(t.host, sizeof(t.host), "no-such-olt.invalid");
	o = walk_agent(&t, COLUMNS, 1);
	check_rc(o.rc, RC_NOT_FOUND);
	check_contains(o.message, "no-such-olt.invalid");
}

static void
questions_without_content_are_refused(void **state)
{
	struct snmpc_target t = agent_target(closed_port);
	struct bed b = bed_make(&t);
	struct snmpc_question q = { .kind = SNMPC_WALK };
	struct snmpc_run *run = NULL;
	struct err err = { 0 };

	(void)state;
	check_rc(snmpc_run_start(b.session, &q, &run, &err), RC_INVALID);
	assert_null(run);
	bed_free(&b);
}

static void
what_holds_credentials_is_never_asked_for(void **state)
{
	static const struct oid NEVER = { 10, { 1, 3, 6, 1, 2, 1, 2, 2, 1, 2 } };
	struct snmpc_target t = agent_target(SIM.port);
	struct bed b = bed_make(&t);
	struct outcome o = { 0 };
	struct snmpc_column inside = { .arcs = COLUMNS[1].arcs, .n = COLUMNS[1].n };
	struct snmpc_column above = { .arcs = COLUMNS[0].arcs, .n = COLUMNS[0].n - 1 };
	struct snmpc_question q = {
		.kind = SNMPC_WALK, .n_columns = 1, .columns = &inside
	};
	struct snmpc_run *run = NULL;
	struct err err = { 0 };
	uint32_t with, without;

	(void)state;
	q.columns = &above;
	outcome_start(&b, &q, &o);
	outcome_wait(&b, &o);
	with = o.columns[0].rows;
	check_rc(snmpc_never_read(b.snmpc, &NEVER, 1), RC_OK);
	o = (struct outcome){ 0 };
	outcome_start(&b, &q, &o);
	outcome_wait(&b, &o);
	check_rc(o.rc, RC_OK);
	without = o.columns[0].rows;
	/* ifDescr is gone, and only that. */
	assert_int_equal(with - without, walk_agent(&t, &COLUMNS[1], 1).n_values);
	q.columns = &inside;
	check_rc(snmpc_run_start(b.session, &q, &run, &err), RC_REFUSED);
	check_contains(err.msg, "never read");
	bed_free(&b);
}

static void
an_ipv6_address_works(void **state)
{
	struct snmpc_target t = agent_target(SNMPD.port);
	struct outcome v4 = walk_agent(&t, COLUMNS, 1), v6;

	(void)state;
	(void)snprintf(t.host, sizeof(t.host), "::1");
	v6 = walk_agent(&t, COLUMNS, 1);
	check_rc(v6.rc, RC_OK);
	assert_int_equal(v6.hash, v4.hash);
}

/* ---- bringing the agents up ------------------------------------------------ */

static void
start_snmpd(void)
{
	char conf[64], persistent[96], pid_file[96], listen[96];
	const char *argv[] = { "snmpd", "-f", "-Ln", "-C", "-c", conf, "-p", pid_file,
		listen, NULL };
	FILE *f;

	if (!mkdtemp(snmpd_dir))
		lab_die("no temporary folder");
	(void)snprintf(listen, sizeof(listen), "udp:127.0.0.1:%u,udp6:[::1]:%u",
	    SNMPD.port, SNMPD.port);
	(void)snprintf(conf, sizeof(conf), "%s/snmpd.conf", snmpd_dir);
	(void)snprintf(pid_file, sizeof(pid_file), "%s/pid", snmpd_dir);
	(void)snprintf(persistent, sizeof(persistent), "%s/state", snmpd_dir);
	(void)setenv("SNMP_PERSISTENT_DIR", persistent, 1);
	f = fopen(conf, "w");
	if (!f)
		lab_die("cannot write %s", conf);
	fputs("rocommunity public 127.0.0.1\nrocommunity6 public ::1\n"
	      "createUser facho SHA fachofacho1 AES fachofacho2\nrouser facho priv\n",
	    f);
	if (fclose(f) != 0 ||
	    posix_spawnp(&snmpd, "snmpd", NULL, NULL, (char *const *)(uintptr_t)argv,
		environ) != 0)
		lab_die("cannot start snmpd: is it installed (script/setup --test)?");
}

static void
wait_for_snmpd(void)
{
	struct snmpc_target t = agent_target(SNMPD.port);

	t.limits.timeout_ms = 200;
	for (int i = 0; i < 100; i++) {
		if (walk_agent(&t, &SYS_DESCR, 1).rc == RC_OK)
			return;
		(void)usleep(50 * 1000);
	}
	lab_die("snmpd does not answer");
}

static int
bring_up(void **state)
{
	static const char *const ARGS[] = { "--profile", "huawei", "--ports", "16",
		"--onus", "8", "--static", NULL };

	(void)state;
	SIM.port = lab_free_ports(1);
	sim = lab_sim_start(SIM.port, ARGS);
	SNMPD.port = lab_free_ports(1);
	start_snmpd();
	wait_for_snmpd();
	closed_port = lab_free_ports(1);
	return 0;
}

static int
take_down(void **state)
{
	const char *argv[] = { "rm", "-rf", snmpd_dir, NULL };

	(void)state;
	lab_sim_stop(&sim);
	(void)kill(snmpd, SIGTERM);
	(void)waitpid(snmpd, NULL, 0);
	(void)lab_run(argv);
	return 0;
}

/* The same test once for each agent. */
#define FOR_EACH_AGENT(test)                               \
	{ #test " (simulator)", test, NULL, NULL, &SIM },  \
	{                                                  \
#test " (snmpd)", test, NULL, NULL, &SNMPD \
	}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		FOR_EACH_AGENT(a_walk_brings_the_same_in_every_version),
		FOR_EACH_AGENT(getnext_brings_the_same_as_getbulk),
		FOR_EACH_AGENT(a_walk_cut_at_known_rows_brings_the_same),
		FOR_EACH_AGENT(a_get_says_what_is_absent_in_every_version),
		FOR_EACH_AGENT(a_column_that_is_not_there_is_named),
		FOR_EACH_AGENT(a_peek_brings_one_value_a_column),
		FOR_EACH_AGENT(a_wrong_community_costs_one_requests_timeouts),
		FOR_EACH_AGENT(wrong_v3_credentials_are_told_apart),
		FOR_EACH_AGENT(a_name_is_resolved_on_the_loop),
		FOR_EACH_AGENT(two_runs_at_once_share_one_session),
		FOR_EACH_AGENT(a_run_may_be_cancelled_from_inside_a_value),
		cmocka_unit_test(a_closed_port_is_unreachable_at_once),
		cmocka_unit_test(an_unknown_name_is_not_found),
		cmocka_unit_test(questions_without_content_are_refused),
		cmocka_unit_test(what_holds_credentials_is_never_asked_for),
		cmocka_unit_test(an_ipv6_address_works),
	};

	return cmocka_run_group_tests(tests, bring_up, take_down);
}
