// SPDX-License-Identifier: Apache-2.0
//
// An ONU that lost light, for tests that have no month to wait for: what the hourly comparison would
// have found (store/onu/light.h) is written into the database of the fixture, and its next turn put off.
'use strict';
const { execFileSync } = require('node:child_process');
const path = require('node:path');

// The ONU. It lost 3.2 dB in 7 days and 4 in 30.
async function plantWorse(site) {
  const onu = await site.until(async () => (await site.list('onus', { run_state: 'online' }))
    .find(({ onu_rx_dbm: level }) => level !== null), 'an ONU with a level');
  const far = Date.now() + 365 * 86400000;
  execFileSync('sqlite3', ['-cmd', '.timeout 30000', path.join(site.folder, 'facho.db'), `
    INSERT OR REPLACE INTO olt_light (olt_id, hour_ms) VALUES (${onu.olt}, ${far});
    INSERT OR REPLACE INTO onu_light (onu_id, olt_id, onu_rx_7d_db, onu_rx_30d_db, change_7d_db, change_30d_db)
    VALUES (${onu.id}, ${onu.olt}, -3.2, -4, -3.2, -4);`]);
  return onu;
}

module.exports = { plantWorse };
