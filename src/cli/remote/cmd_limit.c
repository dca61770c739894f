/* SPDX-License-Identifier: Apache-2.0
 *
 * facho limit: values that are an incident when they are beyond a limit.
 */
#include "cli/frame/commands.h"
#include "cli/remote/remote.h"
#include "model/limit.h"

static const struct remote_column COLUMNS[] = {
	{ "id", "Id" },
	{ "name", "Name" },
	{ "enabled", "Enabled" },
	{ "entity", "Of" },
	{ "purpose", "Value" },
	{ "op", "Wrong" },
	{ "value", "Limit" },
	{ "for_s", "Seconds" },
	{ "severity", "Severity" },
	{ "olt_name", "OLT", true },
	{ "brand_name", "Brand", true },
	{ "site", "Site", true },
	{ "place", "Place", true },
	{ "incidents", "Incidents" },
	{ NULL },
};

static const struct remote_verb VERBS[] = {
	{ "list", 0, 0, verb_list },
	{ "show", 1, 1, verb_ask, "limit.get", "id" },
	{ "add", 1, 1, verb_ask, "limit.add", "name" },
	{ "change", 1, 1, verb_ask, "limit.change", "id" },
	{ "delete", 1, 1, verb_ask, "limit.delete", "id", true },
	{ "try", 0, 0, verb_ask, "limit.try" },
	{ NULL },
};

static const struct remote_noun LIMIT = { VERBS, COLUMNS, "limits", NULL, 0, "name",
	.plural = "limits" };

const struct cli_command cmd_limit = {
	.name = "limit",
	.summary = "list, change and try limits of measured values",
	.usage = "list | show LIMIT | change LIMIT | delete LIMIT |\n"
		 "       add NAME --entity KIND --purpose PURPOSE --value NUMBER |\n"
		 "       try --entity KIND --purpose PURPOSE --value NUMBER",
	.help =
	    "Connects to the running facho serve. LIMIT is a number or a name. A value\n"
	    "that is outside its limit for some time opens an incident. The incident "
	    "ends\n"
	    "when the value is better than the limit by the hysteresis. try shows which\n"
	    "values are outside a limit now, and writes nothing. Included limits can be\n"
	    "changed and disabled, but not deleted.\n",
	.examples = "facho limit list\n"
		    "facho limit change \"CPU load\" --value 80\n"
		    "facho limit try --entity onu --purpose onu_rx --op below --value "
		    "-27\n"
		    "facho limit add \"Hot shelter\" --entity olt --site Norte \\\n"
		    "    --purpose chassis_temperature --value 55 --for-s 600\n",
	.entity = &LIMIT_ENTITY,
	.options = { LIST_OPTIONS, REMOTE_OPTIONS },
	REMOTE_COMMAND(LIMIT, 1),
};
