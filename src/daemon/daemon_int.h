/* SPDX-License-Identifier: Apache-2.0
 *
 * daemon/daemon_int.h - parts of main().
 */
#ifndef FACHO_DAEMON_DAEMON_INT_H
#define FACHO_DAEMON_DAEMON_INT_H

#include "api/web.h"
#include "cli/frame/command.h"
#include "conf/conf.h"

extern const struct cli_command cmd_backup;
extern const struct cli_command cmd_config;
extern const struct cli_command cmd_demo;
extern const struct cli_command cmd_doctor;
extern const struct cli_command cmd_export;
extern const struct cli_command cmd_import;
extern const struct cli_command cmd_key;
extern const struct cli_command cmd_migrate;
extern const struct cli_command cmd_restore;
extern const struct cli_command cmd_serve;
extern const struct cli_command cmd_version;

/* The web admin of this build; linked with main(). */
extern const struct web_bundle WEB;

/* conf_load with the environment of the process; prints all errors on err. */
enum rc daemon_load(const char *file, FILE *err, struct conf_loaded **ret_loaded)
    MUST_CHECK;

/* Load this file (NULL: the default file) for a command that does its own setup. Valid
 * until daemon_unload. */
enum rc daemon_load_conf(const char *file, FILE *err) MUST_CHECK;

/* For struct cli_program: loads the default file, sets up the log, and passes the
 * settings to commands. Called once; valid until daemon_unload. */
enum rc daemon_load_settings(FILE *err, const struct cli_settings **ret_settings)
    MUST_CHECK;
void daemon_unload(void);

/* The loaded settings; NULL before that. */
const struct conf *daemon_conf(void);
const struct conf_loaded *daemon_loaded(void);

/* An option of the command line sets a setting, with the highest priority (conf_say). */
enum rc daemon_say(
    const char *name, const char *text, const char *option, struct err *err) MUST_CHECK;

#endif
