/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/frame/commands.h - the table of the commands in cli/.
 */
#ifndef FACHO_CLI_FRAME_COMMANDS_H
#define FACHO_CLI_FRAME_COMMANDS_H

#include "cli/frame/command.h"

extern const struct cli_command cmd_audit;
extern const struct cli_command cmd_event;
extern const struct cli_command cmd_brand;
extern const struct cli_command cmd_completion;
extern const struct cli_command cmd_detect;
extern const struct cli_command cmd_execution;
extern const struct cli_command cmd_formula;
extern const struct cli_command cmd_get;
extern const struct cli_command cmd_job;
extern const struct cli_command cmd_light;
extern const struct cli_command cmd_log;
extern const struct cli_command cmd_model;
extern const struct cli_command cmd_node;
extern const struct cli_command cmd_oid;
extern const struct cli_command cmd_olt;
extern const struct cli_command cmd_channel;
extern const struct cli_command cmd_contact;
extern const struct cli_command cmd_maintenance;
extern const struct cli_command cmd_notify;
extern const struct cli_command cmd_route;
extern const struct cli_command cmd_silence;
extern const struct cli_command cmd_target;
extern const struct cli_command cmd_template;
extern const struct cli_command cmd_limit;
extern const struct cli_command cmd_onu;
extern const struct cli_command cmd_onus;
extern const struct cli_command cmd_plan;
extern const struct cli_command cmd_poller;
extern const struct cli_command cmd_port;
extern const struct cli_command cmd_value;
extern const struct cli_command cmd_problem;
extern const struct cli_command cmd_profile;
extern const struct cli_command cmd_quota;
extern const struct cli_command cmd_setting;
extern const struct cli_command cmd_sim;
extern const struct cli_command cmd_state;
extern const struct cli_command cmd_status;
extern const struct cli_command cmd_token;
extern const struct cli_command cmd_top;
extern const struct cli_command cmd_user;
extern const struct cli_command cmd_incident;
extern const struct cli_command cmd_plant;
extern const struct cli_command cmd_violation;
extern const struct cli_command cmd_walk;
extern const struct cli_command cmd_workflow;

/* Ends with NULL. Help lists them in this order. */
extern const struct cli_command *const cli_commands[];

#endif
