/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of operations: what may be asked for, by whom, with what.
 */
#include "service/service_int.h"

#define OLT_FIELDS                                                                    \
	"name address port brand model profile version community v3_user v3_context " \
	"v3_auth v3_priv auth_pass priv_pass description site latitude longitude "    \
	"enabled timeout_ms retries repetitions in_flight batch"
#define JOB_FIELDS                                                                    \
	"name description brand type interval cron priority max_retries retry_delay " \
	"retry_grows timeout lane enabled oids target target_brand target_model "     \
	"target_site"

#define BRAND_FIELDS "name description"
#define MODEL_FIELDS "brand name profile technology slots ports onus_per_port notes"
#define OID_FIELDS                                                                   \
	"brand model name oid purpose formula transform unit invalid keep_previous " \
	"is_slow enabled in_metrics"
#define FORMULA_FIELDS "brand model name definition"
#define STATE_FIELDS "brand column purpose raw label meaning"

/* What all kinds of rows of the catalogue have. */
#define CATALOGUE(noun, fields, key, what)                                            \
	{ noun ".get", ROLE_VIEWER, "id", op_catalogue_get, "One " what "." },        \
	    { noun ".add", ROLE_ADMIN, fields, op_catalogue_add, "A new " what "." }, \
	    { noun ".change", ROLE_ADMIN, "id " fields, op_catalogue_change,          \
		    "What is given is changed, the rest stays." },                    \
	    { noun ".delete", ROLE_ADMIN, "id", op_catalogue_delete,                  \
		    "Away, unless something uses it." },                              \
	{                                                                             \
		noun ".duplicate", ROLE_ADMIN, "id " key, op_catalogue_duplicate,     \
		    "One's own copy under another " key "."                           \
	}

#define USER_FIELDS "name role full_name email language enabled"

static const struct operation OPERATIONS[] = {
	{ "olt.get", ROLE_VIEWER, "olt", op_olt_get, "One OLT, by name or number." },
	{ "olt.add", ROLE_ADMIN, OLT_FIELDS " standard", op_olt_add, "A new OLT." },
	{ "olt.change", ROLE_ADMIN, "olt " OLT_FIELDS, op_olt_change,
	    "What is given is changed, the rest stays." },
	{ "olt.enable", ROLE_OPERATOR, "olt", op_olt_enable, "Ask it from now on." },
	{ "olt.disable", ROLE_OPERATOR, "olt", op_olt_disable,
	    "Stop asking it; what runs is interrupted." },
	{ "olt.delete", ROLE_ADMIN, "olt why", op_olt_delete,
	    "Away; its history stays, and it can be restored." },
	{ "olt.restore", ROLE_ADMIN, "olt", op_olt_restore, "A deleted one again." },
	{ "olt.revive", ROLE_OPERATOR, "olt", op_olt_revive,
	    "End its suspension now, instead of when it answers." },
	{ "olt.health", ROLE_VIEWER, "olt", op_olt_health,
	    "How it is: contact, pace, probes, its ONUs, its last hour." },
	{ "olt.test", ROLE_OPERATOR, "olt " OLT_FIELDS, op_olt_test,
	    "Contact it: brand, model, columns, ten ONUs. Nothing is written." },
	CATALOGUE("brand", BRAND_FIELDS, "name", "brand"),
	CATALOGUE("model", MODEL_FIELDS, "name", "model"),
	CATALOGUE("oid", OID_FIELDS, "name", "OID of the catalogue"),
	{ "oid.try", ROLE_ADMIN, "olt id " OID_FIELDS, op_oid_try,
	    "Read its first rows on an OLT, decoded, before it is saved. Nothing is "
	    "written." },
	CATALOGUE("formula", FORMULA_FIELDS, "name", "index formula"),
	CATALOGUE("state", STATE_FIELDS, "raw", "label of a state"),
	{ "formula.preview", ROLE_VIEWER, "formula definition index position name",
	    op_formula_preview,
	    "Try a formula out: an index becomes a position, a position an index." },
	{ "catalogue.export", ROLE_VIEWER, "brand all", op_catalogue_export,
	    "What people made or changed of it, or all, as a document.", true },
	{ "catalogue.import", ROLE_ADMIN, "catalogue replace", op_catalogue_import,
	    "Enter the rows of such a document; those that are here stay, unless "
	    "replace." },
	{ "job.get", ROLE_VIEWER, "job", op_job_get, "One job, by name or number." },
	{ "job.add", ROLE_ADMIN, JOB_FIELDS, op_job_add, "A new job." },
	{ "job.change", ROLE_ADMIN, "job " JOB_FIELDS, op_job_change,
	    "What is given is changed, the rest stays." },
	{ "job.enable", ROLE_OPERATOR, "job", op_job_enable, "Let its nodes run." },
	{ "job.disable", ROLE_OPERATOR, "job", op_job_disable,
	    "None of its nodes runs any more." },
	{ "job.delete", ROLE_ADMIN, "job", op_job_delete, "Away, with its nodes." },
	{ "job.duplicate", ROLE_ADMIN, "job name", op_job_duplicate,
	    "The same under another name, on no OLT yet." },
	{ "job.apply", ROLE_ADMIN, "job olt all first_in", op_job_apply,
	    "Make a node of it on an OLT, or on all that it fits." },
	{ "job.standard", ROLE_ADMIN, "olt all first_in", op_job_standard,
	    "The standard jobs of its brand, on an OLT or on all. Again changes "
	    "nothing." },
	{ "job.preview", ROLE_VIEWER,
	    "job brand interval cron target target_brand target_model target_site",
	    op_job_preview,
	    "When it would run, in words, and on how many OLTs. Nothing is written." },
	{ "job.run", ROLE_OPERATOR, "job olt", op_job_run,
	    "Run it now, on every OLT that has it, or on one." },
	{ "node.get", ROLE_VIEWER, "node", op_node_get, "A job on an OLT." },
	{ "node.enable", ROLE_OPERATOR, "node", op_node_enable,
	    "Let it run at its times." },
	{ "node.disable", ROLE_OPERATOR, "node", op_node_disable,
	    "It runs no more by itself." },
	{ "node.override", ROLE_ADMIN, "node interval cron priority", op_node_override,
	    "Its own times and priority; what is not given is as its job says." },
	{ "node.change", ROLE_ADMIN, "node interval cron priority", op_node_change,
	    "Update the given overrides; null: as its job says." },
	{ "node.chain", ROLE_ADMIN, "node master", op_node_chain,
	    "Run it after another of its OLT; without master: on its own again." },
	{ "node.remove", ROLE_ADMIN, "node", op_node_remove, "Take it off its OLT." },
	{ "node.run", ROLE_OPERATOR, "node alone", op_node_run,
	    "Run it now, with those chained to it unless alone." },
	{ "execution.get", ROLE_VIEWER, "execution", op_execution_get,
	    "One execution with its attempts." },
	{ "execution.interrupt", ROLE_OPERATOR, "execution", op_execution_interrupt,
	    "Stop it, waiting or running." },
	{ "onu.find", ROLE_VIEWER, "text limit", op_onu_find,
	    "Search as one types: serial, MAC, subscriber, description, position.",
	    true },
	{ "onu.get", ROLE_VIEWER, "onu", op_onu_get,
	    "One ONU: how it is in a sentence, three facts, and each value with its "
	    "time." },
	{ "onu.refresh", ROLE_OPERATOR, "onu", op_onu_refresh,
	    "Read it now, through the engine, as an execution to follow." },
	{ "onu.history", ROLE_VIEWER, "onu metric from to resolution", op_onu_history,
	    "One of its numbers over time.", true },
	{ "onu.neighbours", ROLE_VIEWER, "onu metric at", op_onu_neighbours,
	    "The same number of all ONUs of its port, at one moment.", true },
	{ "onu.siblings", ROLE_VIEWER, "onu metric from to resolution", op_onu_siblings,
	    "What the other ONUs of its port did: lowest, median and highest.", true },
	{ "onu.timeline", ROLE_VIEWER, "onu from to", op_onu_timeline,
	    "How it was, with causes: its states over time, each time that it was down, "
	    "and its availability.",
	    true },
	{ "olt.performance", ROLE_VIEWER, "olt from to", op_olt_performance,
	    "How its runs went over time: success, duration, lateness, requests, round "
	    "trip.",
	    true },
	{ "port.get", ROLE_VIEWER, "port", op_port_get, "One PON port." },
	{ "port.history", ROLE_VIEWER, "port metric from to resolution", op_port_history,
	    "One of its numbers over time.", true },
	{ "value.get", ROLE_VIEWER, "value", op_value_get,
	    "One value of a custom OID that is not an ONU's." },
	{ "value.history", ROLE_VIEWER, "value from to resolution", op_value_history,
	    "It over time, if it is a number; a counter as its rate per second.", true },
	{ "olt.history", ROLE_VIEWER, "olt part metric from to resolution",
	    op_olt_history, "CPU, memory or temperature of its chassis over time.",
	    true },
	{ "workflow.get", ROLE_VIEWER, "olt", op_workflow_get,
	    "The workflow of an OLT: each master with its chain, in order." },
	{ "workflow.enable", ROLE_OPERATOR, "olt", op_workflow_enable,
	    "Let its nodes run." },
	{ "workflow.disable", ROLE_OPERATOR, "olt", op_workflow_disable,
	    "None of its nodes runs any more." },
	{ "workflow.order", ROLE_ADMIN, "olt nodes", op_workflow_order,
	    "Give these nodes priorities in the order given, the first first." },
	{ "olt.run", ROLE_OPERATOR, "olt", op_olt_run,
	    "Run now all that is enabled on it." },
	{ "quota.now", ROLE_VIEWER, "olt", op_quota_now,
	    "Quotas of this hour, with those at risk." },
	{ "violation.get", ROLE_VIEWER, "violation", op_violation_get,
	    "One hour that fell short, with its report." },
	{ "violation.ack", ROLE_OPERATOR, "violation", op_violation_ack,
	    "Somebody has seen it." },
	{ "plan.get", ROLE_VIEWER, "plan", op_plan_get,
	    "One plan: each run as planned and as it was." },
	{ "poller.list", ROLE_VIEWER, "", op_poller_list,
	    "Every poller and what it does." },
	{ "poller.queue", ROLE_VIEWER, "page page_size", op_poller_queue,
	    "Who waits for one, first to run first." },
	{ "poller.stats", ROLE_VIEWER, "", op_poller_stats,
	    "All of them together: busy, queue, saturation, lateness." },
	{ "dashboard", ROLE_VIEWER, "", op_dashboard,
	    "The whole at a glance, with the newest problems.", true },
	{ "problem.list", ROLE_VIEWER, "", op_problem_list,
	    "What is wrong now, the gravest first." },
	{ "setting.list", ROLE_VIEWER, "", op_setting_list,
	    "What can be changed while the program runs, with its range." },
	{ "setting.get", ROLE_VIEWER, "setting", op_setting_get, "One setting." },
	{ "setting.change", ROLE_ADMIN, "setting value", op_setting_change,
	    "Set it; it counts from now on." },
	{ "setting.reset", ROLE_ADMIN, "setting", op_setting_reset,
	    "Back to its default." },
	{ "snmp.get", ROLE_VIEWER, "", op_snmp_get,
	    "How devices are asked, by operation." },
	{ "snmp.change", ROLE_ADMIN,
	    "operation timeout_ms retries repetitions in_flight batch", op_snmp_change,
	    "Say it for one operation; null: as general, or the program, says." },
	{ "list", ROLE_VIEWER,
	    "list filter search ordering page page_size after olt onu execution", op_list,
	    "A page of rows: olts, jobs, nodes, executions, onus, quotas, ...; all of "
	    "them, or those of an OLT, an ONU or an execution; with after, {} or what "
	    "the last answer had, the next ones, counted if it began with a count of "
	    "true.",
	    true },
	{ "lists", ROLE_VIEWER, "", op_lists, "What may be listed, with its fields." },
	{ "first_readings", ROLE_VIEWER, "", op_first_readings,
	    "OLTs whose levels have not been read yet, and how far that has come." },
	{ "status", ROLE_VIEWER, "pollers queue", op_status,
	    "How it is going: pollers, queue, lateness, quotas, the database." },
	{ "auth.login", ROLE_VIEWER, "username password agent", op_auth_login,
	    "Begin a session. Whoever asks need not be anybody yet." },
	{ "auth.logout", ROLE_VIEWER, "", op_auth_logout, "End this session." },
	{ "auth.logout_everywhere", ROLE_VIEWER, "", op_auth_logout_everywhere,
	    "End all of one's own sessions." },
	{ "auth.me", ROLE_VIEWER, "", op_auth_me, "Who is asking." },
	{ "auth.password", ROLE_VIEWER, "old_password password revoke_tokens",
	    op_auth_password, "Change one's own password; all of one's sessions end." },
	{ "user.get", ROLE_ADMIN, "user", op_user_get, "One user, by name or number." },
	{ "user.add", ROLE_ADMIN, "password " USER_FIELDS, op_user_add, "A new user." },
	{ "user.change", ROLE_ADMIN, "user " USER_FIELDS, op_user_change,
	    "What is given is changed, the rest stays. It counts from the next request "
	    "on." },
	{ "user.password", ROLE_ADMIN, "user password revoke_tokens", op_user_password,
	    "Another password; the user's sessions end." },
	{ "user.logout", ROLE_ADMIN, "user", op_user_logout,
	    "End all of the user's sessions." },
	{ "user.delete", ROLE_ADMIN, "user", op_user_delete,
	    "Away, with sessions and tokens; the audit log keeps the name." },
	{ "token.get", ROLE_ADMIN, "token", op_token_get, "One token, by number." },
	{ "token.add", ROLE_ADMIN, "user name role expires_in", op_token_add,
	    "A new token, of oneself or of a user. Its text is told this once." },
	{ "token.revoke", ROLE_ADMIN, "token", op_token_revoke,
	    "It lets nobody in any more." },
	{ NULL },
};

const struct operation *
service_operations(void)
{
	return OPERATIONS;
}
