-- What the ONUs of a port make of it (store/port_figures.h), and the rate of its counters.
ALTER TABLE pon_ports ADD COLUMN onus_present BIGINT NOT NULL DEFAULT 0;
ALTER TABLE pon_ports ADD COLUMN onus_online BIGINT NOT NULL DEFAULT 0;
ALTER TABLE pon_ports ADD COLUMN onus_offline BIGINT NOT NULL DEFAULT 0;
ALTER TABLE pon_ports ADD COLUMN onus_unknown BIGINT NOT NULL DEFAULT 0;
ALTER TABLE pon_ports ADD COLUMN onus_disabled BIGINT NOT NULL DEFAULT 0; -- of the offline
ALTER TABLE pon_ports ADD COLUMN rx_median_dbm DOUBLE PRECISION; -- of the ONUs that are online
ALTER TABLE pon_ports ADD COLUMN rx_worst_dbm DOUBLE PRECISION;
ALTER TABLE pon_ports ADD COLUMN rx_change_db DOUBLE PRECISION; -- of the median, against a day before
ALTER TABLE pon_ports ADD COLUMN condition TEXT NOT NULL DEFAULT 'unknown';
ALTER TABLE pon_ports ADD COLUMN condition_ms BIGINT; -- since when
ALTER TABLE pon_ports ADD COLUMN traffic_ms BIGINT; -- when the counters were read
ALTER TABLE pon_ports ADD COLUMN in_bps BIGINT;
ALTER TABLE pon_ports ADD COLUMN out_bps BIGINT;
CREATE INDEX pon_ports_condition ON pon_ports (condition) WHERE condition = 'dark';

UPDATE pon_ports SET
  onus_present = (SELECT COUNT(*) FROM onus o WHERE o.olt_id = pon_ports.olt_id AND o.slot = pon_ports.slot
    AND o.port = pon_ports.port AND o.frame = pon_ports.frame AND o.rack = pon_ports.rack
    AND (o.pos_has & 8) <> 0 AND o.is_present = 1),
  onus_online = (SELECT COUNT(*) FROM onus o WHERE o.olt_id = pon_ports.olt_id AND o.slot = pon_ports.slot
    AND o.port = pon_ports.port AND o.frame = pon_ports.frame AND o.rack = pon_ports.rack
    AND (o.pos_has & 8) <> 0 AND o.is_present = 1 AND o.run_state = 'online'),
  onus_offline = (SELECT COUNT(*) FROM onus o WHERE o.olt_id = pon_ports.olt_id AND o.slot = pon_ports.slot
    AND o.port = pon_ports.port AND o.frame = pon_ports.frame AND o.rack = pon_ports.rack
    AND (o.pos_has & 8) <> 0 AND o.is_present = 1 AND o.run_state NOT IN ('online', '')),
  onus_unknown = (SELECT COUNT(*) FROM onus o WHERE o.olt_id = pon_ports.olt_id AND o.slot = pon_ports.slot
    AND o.port = pon_ports.port AND o.frame = pon_ports.frame AND o.rack = pon_ports.rack
    AND (o.pos_has & 8) <> 0 AND o.is_present = 1 AND (o.run_state IS NULL OR o.run_state = ''));
