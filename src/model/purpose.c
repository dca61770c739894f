/* SPDX-License-Identifier: Apache-2.0 */
#include "model/purpose.h"

#include <string.h>

#define WINDOW(low, high) true, (low), (high)
#define ANY false, 0, 0

static const struct purpose_info INFO[PURPOSES] = {
	[PURPOSE_CUSTOM] = { "custom", "custom", "Custom", "own value", VALUE_TEXT, ANY },
	[PURPOSE_DISCOVERY] = { "discovery", "discovery", "Discovery",
	    "which ONUs there are", VALUE_NULL, ANY },
	[PURPOSE_SERIAL] = { "serial", "serial", "Serial", "serial number", VALUE_TEXT,
	    ANY },
	[PURPOSE_MAC] = { "mac", "mac", "MAC", "MAC address", VALUE_TEXT, ANY },
	[PURPOSE_DESCRIPTION] = { "description", "description", "Description",
	    "description", VALUE_TEXT, ANY },
	[PURPOSE_NAME] = { "name", "name", "Name", "name", VALUE_TEXT, ANY },
	[PURPOSE_SUBSCRIBER] = { "subscriber", "subscriber", "Subscriber", "subscriber",
	    VALUE_TEXT, ANY },
	[PURPOSE_ADMIN_STATE] = { "admin_state", "admin_state", "Admin",
	    "enabled or disabled by the operator", VALUE_STATE, ANY },
	[PURPOSE_RUN_STATE] = { "run_state", "run_state", "State", "online or offline",
	    VALUE_STATE, ANY },
	[PURPOSE_LAST_DOWN_CAUSE] = { "last_down_cause", "last_down_cause", "Cause",
	    "why it went down last", VALUE_STATE, ANY },
	[PURPOSE_LAST_UP] = { "last_up", "last_up_at", "Last up", "online since",
	    VALUE_TIME, ANY },
	[PURPOSE_LAST_DOWN] = { "last_down", "last_down_at", "Last down",
	    "last went down at", VALUE_TIME, ANY },
	[PURPOSE_DISTANCE] = { "distance", "distance_m", "Distance",
	    "distance to the OLT", VALUE_INT, WINDOW(0, 200000) },
	[PURPOSE_ONU_RX] = { "onu_rx", "onu_rx_dbm", "ONU Rx",
	    "level that the ONU receives", VALUE_REAL, WINDOW(-45, 5) },
	[PURPOSE_ONU_TX] = { "onu_tx", "onu_tx_dbm", "ONU Tx", "level that the ONU sends",
	    VALUE_REAL, WINDOW(-10, 12) },
	[PURPOSE_OLT_RX] = { "olt_rx", "olt_rx_dbm", "OLT Rx",
	    "level that the OLT receives of the ONU", VALUE_REAL, WINDOW(-45, 5) },
	[PURPOSE_TEMPERATURE] = { "temperature", "temperature_c", "Temp",
	    "temperature of the ONU", VALUE_REAL, WINDOW(-40, 120) },
	[PURPOSE_VOLTAGE] = { "voltage", "voltage_v", "Voltage",
	    "voltage of the ONU's laser", VALUE_REAL, WINDOW(0, 6) },
	[PURPOSE_BIAS] = { "bias", "bias_ma", "Bias", "bias current of the ONU's laser",
	    VALUE_REAL, WINDOW(0, 200) },
	[PURPOSE_MODEL] = { "model", "model", "Model", "model of the ONU", VALUE_TEXT,
	    ANY },
	[PURPOSE_HARDWARE] = { "hw_version", "hw_version", "Hardware", "hardware version",
	    VALUE_TEXT, ANY },
	[PURPOSE_SOFTWARE] = { "sw_version", "sw_version", "Software", "firmware version",
	    VALUE_TEXT, ANY },
	[PURPOSE_LINE_PROFILE] = { "line_profile", "line_profile", "Line profile",
	    "line profile", VALUE_TEXT, ANY },
	[PURPOSE_SERVICE_PROFILE] = { "service_profile", "service_profile",
	    "Service profile", "service profile", VALUE_TEXT, ANY },
	[PURPOSE_UPTIME] = { "uptime", "uptime_s", "Uptime", "time since the ONU came up",
	    VALUE_INT, ANY },
	[PURPOSE_IP] = { "ip", "ip", "IP", "IP address", VALUE_TEXT, ANY },
	[PURPOSE_TRAFFIC_IN] = { "traffic_in", "in_octets", "In", "incoming traffic",
	    VALUE_INT, ANY },
	[PURPOSE_TRAFFIC_OUT] = { "traffic_out", "out_octets", "Out", "outgoing traffic",
	    VALUE_INT, ANY },
	[PURPOSE_PORT_NAME] = { "port_name", "port_name", "Port", "name of the port",
	    VALUE_TEXT, ANY },
	[PURPOSE_PORT_STATE] = { "port_state", "port_state", "State", "state of the port",
	    VALUE_STATE, ANY },
	[PURPOSE_PORT_CAUSE] = { "port_cause", "port_cause", "Cause",
	    "why the port is down, as the OLT says it", VALUE_STATE, ANY },
	[PURPOSE_PORT_DESCRIPTION] = { "port_description", "port_description",
	    "Description", "description of the port", VALUE_TEXT, ANY },
	[PURPOSE_PORT_ONUS] = { "port_onus", "port_onus", "ONUs", "ONUs on the port",
	    VALUE_INT, ANY },
	[PURPOSE_PORT_TX] = { "port_tx", "port_tx_dbm", "Tx", "level that the port sends",
	    VALUE_REAL, WINDOW(-10, 12) },
	[PURPOSE_CPU] = { "cpu", "cpu_pct", "CPU", "CPU load of the OLT", VALUE_INT,
	    WINDOW(0, 100) },
	[PURPOSE_MEMORY] = { "memory", "memory_pct", "Memory", "memory in use of the OLT",
	    VALUE_INT, WINDOW(0, 100) },
	[PURPOSE_CHASSIS_TEMPERATURE] = { "chassis_temperature", "chassis_temperature_c",
	    "Temp", "temperature of the OLT", VALUE_REAL, WINDOW(-40, 120) },
	[PURPOSE_CHASSIS_UPTIME] = { "chassis_uptime", "chassis_uptime_s", "Uptime",
	    "time since the OLT started", VALUE_INT, ANY },
	[PURPOSE_BOARD_STATE] = { "board_state", "board_state", "State",
	    "state of a card", VALUE_STATE, ANY },
};

const struct purpose_info *
purpose_info(enum purpose purpose)
{
	return &INFO[purpose];
}

bool
purpose_from_name(const char *name, enum purpose *ret_purpose)
{
	for (int i = 0; i < PURPOSES; i++) {
		if (strcmp(INFO[i].name, name) == 0 || strcmp(INFO[i].key, name) == 0) {
			*ret_purpose = (enum purpose)i;
			return true;
		}
	}
	return false;
}

bool
purpose_is_plausible(enum purpose purpose, const struct value *v)
{
	const struct purpose_info *info = &INFO[purpose];
	double n = 0;

	if (!info->has_window)
		return true;
	switch (v->kind) {
	case VALUE_INT:
		n = (double)v->i;
		break;
	case VALUE_REAL:
		n = v->r;
		break;
	case VALUE_NULL:
	case VALUE_TEXT:
	case VALUE_TIME:
	case VALUE_STATE:
		return true;
	}
	return n >= info->low && n <= info->high;
}
