/* SPDX-License-Identifier: Apache-2.0
 *
 * Passes parts of the configuration to the other folders. Only the daemon uses struct
 * conf.
 */
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "conf/conf.h"
#include "daemon/daemon_int.h"

/* Main thread only. */
static struct conf_loaded *the_conf;
static struct cli_settings the_settings;

enum rc
daemon_load(const char *file, FILE *err, struct conf_loaded **ret_loaded)
{
	struct buf problems = BUF_INIT(1024 * 1024);
	enum rc rc = conf_load(file, environ, ret_loaded, &problems);

	if (rc == RC_NOMEM)
		(void)fputs("facho: out of memory\n", err);
	else if (rc != RC_OK)
		(void)fprintf(err,
		    "%sfacho: the configuration is wrong, nothing was started\n",
		    buf_text(&problems));
	buf_fini(&problems);
	return rc;
}

enum rc
daemon_load_conf(const char *file, FILE *err)
{
	return daemon_load(file ? file : conf_default_file(), err, &the_conf);
}

static enum rc
set_up_log(const struct conf *conf, struct err *err)
{
	enum rc rc = log_set_topics(conf->log_topics, err);

	log_set_level((enum log_level)conf->log_level);
	if (rc == RC_OK && *conf->log_file)
		rc = log_to_file(conf->log_file, err);
	return rc;
}

static void
share(const struct conf *conf, struct cli_settings *s)
{
	s->snmp_timeout_ms = conf->snmp_timeout_ms;
	s->snmp_retries = conf->snmp_retries;
	s->snmp_in_flight = conf->snmp_in_flight;
	s->snmp_repetitions = conf->snmp_repetitions;
	s->snmp_answer_bytes = conf->snmp_answer_bytes;
	s->snmp_max_rows = conf->snmp_max_rows;
	s->snmp_max_bytes = conf->snmp_max_bytes;
	s->n_snmp_batch = conf->snmp_batch.n;
	memcpy(s->snmp_batch, conf->snmp_batch.v, sizeof(s->snmp_batch));
	s->snmp_community = &conf->snmp_community;
	s->data_folder = conf->data_folder;
}

enum rc
daemon_load_settings(FILE *err, const struct cli_settings **ret_settings)
{
	enum rc rc = daemon_load(conf_default_file(), err, &the_conf);
	struct err reason;

	if (rc != RC_OK)
		return rc;
	rc = set_up_log(conf_get(the_conf), &reason);
	if (rc != RC_OK) {
		(void)fprintf(err, "facho: %s\n", reason.msg);
		return rc;
	}
	share(conf_get(the_conf), &the_settings);
	*ret_settings = &the_settings;
	return RC_OK;
}

void
daemon_unload(void)
{
	conf_free(the_conf);
	the_conf = NULL;
	log_to_stream(NULL);
}

const struct conf *
daemon_conf(void)
{
	return the_conf ? conf_get(the_conf) : NULL;
}

const struct conf_loaded *
daemon_loaded(void)
{
	return the_conf;
}

enum rc
daemon_say(const char *name, const char *text, const char *option, struct err *err)
{
	return conf_say(the_conf, name, text, option, err);
}
