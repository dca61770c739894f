-- Why an ONU is offline has one vocabulary: los_port, los_onu, power, signal, admin, reset, rogue,
-- unknown (model/value.h). Until now "los" did not say whether the whole port is dark; a device says
-- so again with its next answer. What somebody edited keeps what it meant.
UPDATE state_labels SET meaning = 'los_onu' WHERE meaning = 'los';
UPDATE state_labels SET meaning = 'admin' WHERE meaning = 'disabled' AND purpose = 'last_down_cause';
UPDATE state_labels SET meaning = 'unknown' WHERE meaning = 'fault' AND purpose = 'last_down_cause';
UPDATE onus SET cause_state = CASE cause_state WHEN 'los' THEN 'los_onu' WHEN 'disabled' THEN 'admin'
  ELSE 'unknown' END
  WHERE cause_state IN ('los', 'disabled', 'fault', 'offline', 'online', 'enabled', 'transitional');
UPDATE onus SET run_state = 'offline', cause_state = COALESCE(NULLIF(cause_state, ''), 'los_onu')
  WHERE run_state = 'los';
UPDATE onu_custom SET state = 'los_onu' WHERE state = 'los';
UPDATE olt_values SET state = 'los_onu' WHERE state = 'los';
UPDATE pon_ports SET state = 'los_onu' WHERE state = 'los';
