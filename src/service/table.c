/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of operations: what may be asked for, by whom, with what.
 */
#include "model/catalogue_entity.h"
#include "model/plant.h"
#include "model/limit.h"
#include "model/notify.h"
#include "service/service_int.h"

/* What all kinds of rows of the catalogue have. */
#define CATALOGUE(noun, table, key, what)                                         \
	{ noun ".get", ROLE_VIEWER, "id", op_catalogue_get, "Get " what "." },    \
	    { noun ".add", ROLE_ADMIN, "", op_catalogue_add, "Add " what ".",     \
		    .type = &(table) },                                           \
	    { noun ".change", ROLE_ADMIN, "id", op_catalogue_change,              \
		    "Update the given fields.", .type = &(table) },               \
	    { noun ".delete", ROLE_ADMIN, "id", op_catalogue_delete,              \
		    "Delete it, unless something uses it." },                     \
	{                                                                         \
		noun ".duplicate", ROLE_ADMIN, "id " key, op_catalogue_duplicate, \
		    "Copy it under another " key "."                              \
	}

/* What all rows under Telling have. */
#define NOTIFY(noun, table, role, more, what)                                          \
	{ noun ".get", ROLE_VIEWER, "id", op_notify_get, "Get " what "." },            \
	    { noun ".add", (role), more, op_notify_add, "Add " what ".",               \
		    .type = &(table) },                                                \
	    { noun ".change", (role), "id " more, op_notify_change,                    \
		    "Update the given fields.", .type = &(table) },                    \
	{                                                                              \
		noun ".delete", ROLE_ADMIN, "id", op_notify_delete, "Delete " what "." \
	}

static const struct operation OPERATIONS[] = {
	{ "olt.get", ROLE_VIEWER, "olt", op_olt_get, "Get an OLT by name or number." },
	{ "olt.add", ROLE_ADMIN, "standard", op_olt_add, "Add an OLT.",
	    .type = &OLT_ENTITY },
	{ "olt.change", ROLE_ADMIN, "olt", op_olt_change, "Update the given fields.",
	    .type = &OLT_ENTITY },
	{ "olt.enable", ROLE_OPERATOR, "olt", op_olt_enable,
	    "Enable an OLT: it is polled from now on." },
	{ "olt.disable", ROLE_OPERATOR, "olt", op_olt_disable,
	    "Disable an OLT. Running executions are interrupted." },
	{ "olt.delete", ROLE_ADMIN, "olt why", op_olt_delete,
	    "Delete an OLT. Its history is kept, and it can be restored." },
	{ "olt.restore", ROLE_ADMIN, "olt", op_olt_restore, "Restore a deleted OLT." },
	{ "olt.revive", ROLE_OPERATOR, "olt", op_olt_revive,
	    "End the suspension of an OLT now." },
	{ "olt.health", ROLE_VIEWER, "olt", op_olt_health,
	    "Health of an OLT: contact, pace, probes, ONUs, last hour." },
	{ "olt.test", ROLE_OPERATOR, "olt", op_olt_test,
	    "Test an OLT: brand, model, columns, ten ONUs. Nothing is written.",
	    .type = &OLT_ENTITY },
	CATALOGUE("brand", BRAND_ENTITY, "name", "a brand"),
	CATALOGUE("model", MODEL_ENTITY, "name", "a model"),
	CATALOGUE("oid", OID_ENTITY, "name", "OID of the catalogue"),
	{ "oid.try", ROLE_ADMIN, "olt id", op_oid_try,
	    "Try an OID before saving it: read its first rows on an OLT, decoded. "
	    "Nothing is "
	    "written.",
	    .type = &OID_ENTITY },
	CATALOGUE("formula", FORMULA_ENTITY, "name", "an index formula"),
	CATALOGUE("state", STATE_ENTITY, "raw", "a state label"),
	{ "formula.preview", ROLE_VIEWER, "formula definition index position name",
	    op_formula_preview,
	    "Try an index formula: index to position, and position to index." },
	{ "catalogue.export", ROLE_VIEWER, "brand all", op_catalogue_export,
	    "Export the catalogue as a document: what people added or changed, or all.",
	    true },
	{ "catalogue.import", ROLE_ADMIN, "catalogue replace", op_catalogue_import,
	    "Import such a document; existing rows are kept, unless "
	    "replace." },
	{ "job.get", ROLE_VIEWER, "job", op_job_get, "Get a job by name or number." },
	{ "job.add", ROLE_ADMIN, "", op_job_add, "Add a job.", .type = &JOB_ENTITY },
	{ "job.change", ROLE_ADMIN, "job", op_job_change, "Update the given fields.",
	    .type = &JOB_ENTITY },
	{ "job.enable", ROLE_OPERATOR, "job", op_job_enable, "Enable its nodes." },
	{ "job.disable", ROLE_OPERATOR, "job", op_job_disable, "Disable all its nodes." },
	{ "job.delete", ROLE_ADMIN, "job", op_job_delete, "Delete a job and its nodes." },
	{ "job.duplicate", ROLE_ADMIN, "job name", op_job_duplicate,
	    "Copy a job under another name. The copy is on no OLT yet." },
	{ "job.apply", ROLE_ADMIN, "job olt all first_in", op_job_apply,
	    "Apply a job to an OLT, or to all OLTs that it fits." },
	{ "job.standard", ROLE_ADMIN, "olt all first_in", op_job_standard,
	    "Apply the standard jobs of its brand, to an OLT or to all. Doing it again "
	    "changes "
	    "nothing." },
	{ "job.preview", ROLE_VIEWER,
	    "job brand interval cron target target_brand target_model target_site",
	    op_job_preview,
	    "Preview a job: when it would run, and on how many OLTs. Nothing is "
	    "written." },
	{ "job.run", ROLE_OPERATOR, "job olt", op_job_run,
	    "Run a job now, on one OLT or on all that have it." },
	{ "node.get", ROLE_VIEWER, "node", op_node_get, "Get a node: a job on an OLT." },
	{ "node.enable", ROLE_OPERATOR, "node", op_node_enable, "Enable a node." },
	{ "node.disable", ROLE_OPERATOR, "node", op_node_disable, "Disable a node." },
	{ "node.override", ROLE_ADMIN, "node interval cron priority", op_node_override,
	    "Replace the overrides of a node; what is not given is taken from its job." },
	{ "node.change", ROLE_ADMIN, "node interval cron priority", op_node_change,
	    "Update the given overrides of a node; null: the value of its job." },
	{ "node.chain", ROLE_ADMIN, "node master", op_node_chain,
	    "Chain a node to a master of the same OLT; without master: make it a master "
	    "again." },
	{ "node.remove", ROLE_ADMIN, "node", op_node_remove,
	    "Remove a node from its OLT." },
	{ "node.run", ROLE_OPERATOR, "node alone", op_node_run,
	    "Run a node now, with its chain unless alone." },
	{ "execution.get", ROLE_VIEWER, "execution", op_execution_get,
	    "Get an execution with its attempts." },
	{ "execution.interrupt", ROLE_OPERATOR, "execution", op_execution_interrupt,
	    "Interrupt a waiting or running execution." },
	{ "onu.find", ROLE_VIEWER, "text limit", op_onu_find,
	    "Search ONUs by serial, MAC, subscriber, description or position.", true },
	{ "onu.get", ROLE_VIEWER, "onu", op_onu_get,
	    "Get an ONU: a sentence, three facts, and each value with its "
	    "time." },
	{ "onu.refresh", ROLE_OPERATOR, "onu", op_onu_refresh,
	    "Read an ONU now; answers with an execution to follow." },
	{ "onu.history", ROLE_VIEWER, "onu metric from to resolution", op_onu_history,
	    "History of one metric.", true },
	{ "onu.neighbours", ROLE_VIEWER, "onu metric at", op_onu_neighbours,
	    "The same metric of all ONUs of its port at one time.", true },
	{ "onu.siblings", ROLE_VIEWER, "onu metric from to resolution", op_onu_siblings,
	    "The same metric of the other ONUs of its port: lowest, median, highest.",
	    true },
	{ "onu.timeline", ROLE_VIEWER, "onu from to", op_onu_timeline,
	    "States of an ONU over time with causes, its outages "
	    "and its availability.",
	    true },
	{ "olt.performance", ROLE_VIEWER, "olt from to", op_olt_performance,
	    "Performance of its runs over time: success, duration, lateness, requests, "
	    "round "
	    "trip.",
	    true },
	{ "port.get", ROLE_VIEWER, "port", op_port_get, "Get a PON port." },
	{ "port.history", ROLE_VIEWER, "port metric from to resolution", op_port_history,
	    "History of one metric.", true },
	{ "value.get", ROLE_VIEWER, "value", op_value_get,
	    "Get a value of a custom OID that does not belong to an ONU." },
	{ "value.history", ROLE_VIEWER, "value from to resolution", op_value_history,
	    "History of a numeric value; of a counter its rate per second.", true },
	{ "olt.history", ROLE_VIEWER, "olt part metric from to resolution",
	    op_olt_history, "History of CPU, memory or temperature of the chassis.",
	    true },
	{ "workflow.get", ROLE_VIEWER, "olt", op_workflow_get,
	    "Workflow of an OLT: each master with its chain, in order." },
	{ "workflow.enable", ROLE_OPERATOR, "olt", op_workflow_enable,
	    "Enable its nodes." },
	{ "workflow.disable", ROLE_OPERATOR, "olt", op_workflow_disable,
	    "Disable all its nodes." },
	{ "workflow.order", ROLE_ADMIN, "olt nodes", op_workflow_order,
	    "Set the priorities of these nodes in the given order, highest first." },
	{ "olt.run", ROLE_OPERATOR, "olt", op_olt_run,
	    "Run all enabled nodes of an OLT now." },
	{ "quota.now", ROLE_VIEWER, "olt", op_quota_now,
	    "Quotas of the current hour, with those at risk." },
	{ "violation.get", ROLE_VIEWER, "violation", op_violation_get,
	    "Get a quota violation with its report." },
	{ "violation.ack", ROLE_OPERATOR, "violation", op_violation_ack,
	    "Acknowledge a violation." },
	{ "plan.get", ROLE_VIEWER, "plan", op_plan_get,
	    "Get a plan: each run as planned and as it happened." },
	{ "poller.list", ROLE_VIEWER, "", op_poller_list,
	    "Pollers and their current work." },
	{ "poller.queue", ROLE_VIEWER, "page page_size", op_poller_queue,
	    "The node queue, in the order in which it will run." },
	{ "poller.stats", ROLE_VIEWER, "", op_poller_stats,
	    "Figures of all pollers: busy, queue, saturation, lateness." },
	{ "dashboard", ROLE_VIEWER, "", op_dashboard,
	    "Dashboard totals, with what is wrong now.", true },
	{ "event.read", ROLE_ADMIN, "after kinds page_size", op_event_read,
	    "Read the event log behind a cursor; without one: the cursor of its end." },
	{ "incident.get", ROLE_VIEWER, "incident", op_incident_get,
	    "Get an incident: one problem with its cause and its place." },
	{ "incident.members", ROLE_VIEWER, "incident page page_size", op_incident_members,
	    "The ONUs of an incident, with when they went down and came back.", true },
	{ "incident.similar", ROLE_VIEWER, "incident", op_incident_similar,
	    "Past incidents of the same place, or with half of the same ONUs.", true },
	{ "incident.ack", ROLE_OPERATOR, "incident for", op_incident_ack,
	    "Acknowledge an incident: somebody works on it, for four hours at most." },
	{ "incident.unack", ROLE_OPERATOR, "incident", op_incident_unack,
	    "End the acknowledgement of an incident." },
	{ "incident.assign", ROLE_OPERATOR, "incident owner", op_incident_assign,
	    "Say who works on an incident." },
	{ "incident.note", ROLE_OPERATOR, "incident note", op_incident_note,
	    "Write a note to an incident; it replaces the one before." },
	{ "incident.close", ROLE_OPERATOR, "incident reason false_alarm",
	    op_incident_close,
	    "Close an incident, with a reason. It is not opened again by itself." },
	{ "incident.reopen", ROLE_OPERATOR, "incident", op_incident_reopen,
	    "Open an incident again that was resolved or closed." },
	{ "incident.look", ROLE_OPERATOR, "incident", op_incident_look,
	    "Look at the ONUs of an incident again, now." },
	{ "incident.silence", ROLE_OPERATOR, "incident for until why",
	    op_incident_silence, "Send no messages about an incident for a while." },
	{ "incident.real_cause", ROLE_OPERATOR, "incident real_cause false_alarm",
	    op_incident_real_cause, "Say what the cause of an incident really was." },
	{ "onu.incidents", ROLE_VIEWER, "onu", op_onu_incidents,
	    "Incidents that an ONU was part of, newest first.", true },
	{ "plant_node.get", ROLE_VIEWER, "node", op_plant_get,
	    "Get a node of the plant, by number or code." },
	{ "plant_node.add", ROLE_ADMIN, "onus", op_plant_add,
	    "Add a node of the plant: a box, a splitter, a cable, a zone.",
	    .type = &PLANT_NODE_ENTITY },
	{ "plant_node.change", ROLE_ADMIN, "node onus", op_plant_change,
	    "Update the given fields; a list of ONUs replaces the one before.",
	    .type = &PLANT_NODE_ENTITY },
	{ "plant_node.delete", ROLE_ADMIN, "node", op_plant_delete,
	    "Delete a node of the plant on which no other hangs." },
	{ "plant_node.import", ROLE_ADMIN, "nodes csv", op_plant_import,
	    "Import nodes of the plant from a list or a CSV file; a code that is known "
	    "is updated." },
	{ "plant_node.tag", ROLE_ADMIN, "node tags", op_plant_tag,
	    "Set the tags of a node, like hospital: they raise severity." },
	{ "onu.node", ROLE_ADMIN, "onu node", op_onu_node,
	    "Say on which node of the plant an ONU hangs; null: it is not known." },
	{ "onu.tag", ROLE_ADMIN, "onu tags", op_onu_tag,
	    "Set the tags of an ONU, like hospital: they raise severity." },
	{ "olt.tag", ROLE_ADMIN, "olt tags", op_olt_tag,
	    "Set the tags of an OLT: they raise severity." },
	{ "problem.list", ROLE_VIEWER, "", op_problem_list,
	    "Current problems, most serious first." },
	{ "setting.list", ROLE_VIEWER, "", op_setting_list,
	    "Settings that can be changed while the program runs, with their ranges." },
	{ "setting.get", ROLE_VIEWER, "setting", op_setting_get, "Get a setting." },
	{ "setting.change", ROLE_ADMIN, "setting value", op_setting_change,
	    "Change a setting." },
	{ "setting.reset", ROLE_ADMIN, "setting", op_setting_reset,
	    "Reset a setting to its default." },
	{ "snmp.get", ROLE_VIEWER, "", op_snmp_get, "SNMP settings by operation." },
	{ "snmp.change", ROLE_ADMIN,
	    "operation timeout_ms retries repetitions in_flight batch", op_snmp_change,
	    "Change the SNMP settings of one operation; null: the general ones apply." },
	{ "list", ROLE_VIEWER,
	    "list filter search ordering page page_size after olt onu execution incident",
	    op_list,
	    "A page of rows: olts, jobs, nodes, executions, onus, quotas, ...; all of "
	    "them, or those of an OLT, an ONU, an execution or an incident; with after, "
	    "{} or what "
	    "the last answer had, the next ones, counted if it began with a count of "
	    "true.",
	    true },
	{ "lists", ROLE_VIEWER, "", op_lists, "Lists that exist, with their fields." },
	{ "first_readings", ROLE_VIEWER, "", op_first_readings,
	    "OLTs whose first reading of levels is not complete, with its progress." },
	{ "status", ROLE_VIEWER, "pollers queue", op_status,
	    "State of the program: pollers, queue, lateness, quotas, database." },
	{ "auth.login", ROLE_VIEWER, "username password agent", op_auth_login,
	    "Log in: begin a session." },
	{ "auth.logout", ROLE_VIEWER, "", op_auth_logout, "Log out of this session." },
	{ "auth.logout_everywhere", ROLE_VIEWER, "", op_auth_logout_everywhere,
	    "End all your sessions." },
	{ "auth.me", ROLE_VIEWER, "", op_auth_me, "The current user." },
	{ "auth.password", ROLE_VIEWER, "old_password password revoke_tokens",
	    op_auth_password, "Change your password. All your sessions end." },
	{ "user.get", ROLE_ADMIN, "user", op_user_get, "Get a user by name or number." },
	{ "user.add", ROLE_ADMIN, "password", op_user_add, "Add a user.",
	    .type = &USER_ENTITY },
	{ "user.change", ROLE_ADMIN, "user", op_user_change,
	    "Update the given fields. They count from the next request on.",
	    .type = &USER_ENTITY },
	{ "user.password", ROLE_ADMIN, "user old_password password revoke_tokens",
	    op_user_password,
	    "Set the password of a user. The user's sessions end. Your own needs the old "
	    "one." },
	{ "user.logout", ROLE_ADMIN, "user", op_user_logout,
	    "End all sessions of a user." },
	{ "user.delete", ROLE_ADMIN, "user", op_user_delete,
	    "Delete a user with sessions and tokens. The audit log keeps the name." },
	{ "token.get", ROLE_ADMIN, "token", op_token_get, "Get a token by number." },
	{ "token.add", ROLE_ADMIN, "user name role expires_in", op_token_add,
	    "Add a token, for yourself or a user. Its text is shown only once." },
	{ "token.revoke", ROLE_ADMIN, "token", op_token_revoke, "Revoke a token." },
	NOTIFY("channel", CHANNEL_ENTITY, ROLE_ADMIN, "", "a channel"),
	{ "channel.test", ROLE_ADMIN, "id target incident", op_channel_test,
	    "Send a test message through template, outbox and courier; answers with its "
	    "number in the outbox." },
	NOTIFY("contact", CONTACT_ENTITY, ROLE_ADMIN, "addresses", "a contact"),
	{ "contact.link", ROLE_VIEWER, "id channel", op_contact_link,
	    "Make a one-time code that links a Telegram chat to a contact: your own, or "
	    "as "
	    "administrator anybody's." },
	NOTIFY("target", TARGET_ENTITY, ROLE_ADMIN, "", "a target"),
	NOTIFY("route", ROUTE_ENTITY, ROLE_ADMIN, "", "a route"),
	{ "route.try", ROLE_VIEWER,
	    "incident kind severity cause_class site olt brand card port affected tags",
	    op_route_try,
	    "Who would be told of an incident, when, and why not. Nothing is written." },
	{ "route.past", ROLE_VIEWER, "days", op_route_past,
	    "Who would have been told of the incidents of the past days, by the routes "
	    "as they are now.",
	    true },
	NOTIFY("silence", SILENCE_ENTITY, ROLE_OPERATOR, "for until", "a silence"),
	{ "silence.end", ROLE_OPERATOR, "id", op_notify_end, "End a silence now." },
	NOTIFY("maintenance", MAINTENANCE_ENTITY, ROLE_ADMIN, "", "a maintenance"),
	{ "maintenance.end", ROLE_ADMIN, "id", op_notify_end, "End a maintenance now." },
	NOTIFY("template", TEMPLATE_ENTITY, ROLE_ADMIN, "", "a template"),
	{ "template.preview", ROLE_VIEWER, "id body kind language zone incident",
	    op_template_preview,
	    "What a template makes of a past incident or a made-up one. Nothing is "
	    "written." },
	NOTIFY("limit", LIMIT_ENTITY, ROLE_ADMIN, "", "a limit"),
	{ "limit.try", ROLE_VIEWER, "", op_limit_try,
	    "The present values that a limit would find. Nothing is written.",
	    .type = &LIMIT_ENTITY },
	{ "outbox.get", ROLE_VIEWER, "outbox", op_outbox_get,
	    "Get a message with its document and its attempts." },
	{ "outbox.retry", ROLE_ADMIN, "outbox", op_outbox_retry,
	    "Send a message now that was given up, dropped or waits." },
	{ "outbox.drop", ROLE_ADMIN, "outbox", op_outbox_drop,
	    "Drop a message that waits, or was given up." },
	{ NULL },
};

const struct operation *
service_operations(void)
{
	return OPERATIONS;
}
