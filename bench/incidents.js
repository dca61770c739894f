// SPDX-License-Identifier: Apache-2.0
//
// 10,000 incidents of 5,056 customers each, on both databases: a page of the list, and all data of one incident's page.
//
// FACHO_BENCH_INCIDENTS sets another number. Times are of complete requests through the socket, medians of 21.
'use strict';
const fs = require('node:fs');
const path = require('node:path');
const { runProgram, tempFolder } = require('../tests/system/lib');
const { pgsqlDatabase, startServe, QUIET } = require('../tests/system/serve-lib');

const INCIDENTS = Number(process.env.FACHO_BENCH_INCIDENTS || 10000);
const [PORTS, PER_PORT, TIMES, OPEN] = [79, 64, 21, 100];
const life = { ends: [], after(f) { this.ends.unshift(f); } };

// As src/watch/members.c packs them.
function packed(port) {
  const bytes = [1];
  const put = (v) => {
    for (; v >= 128; v = Math.floor(v / 128)) bytes.push((v % 128) | 128);
    bytes.push(v);
  };
  for (let i = 0; i < PER_PORT; i++) {
    put(i ? 1 : port * PER_PORT + 1);
    bytes.push(5);
    put(1000 + i * 20);
    put(i % 16);
  }
  return Buffer.from(bytes).toString('hex');
}

function filling(isPgsql) {
  const numbers = (n, name) => (isPgsql ? `generate_series(1, ${n}) ${name}(n)`
    : `(WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${n}) SELECT n FROM c) ${name}`);
  const blob = (hex) => (isPgsql ? `decode('${hex}', 'hex')` : `x'${hex}'`);
  const now = Date.now();
  const ports = Array.from({ length: PORTS }, (_, i) => `('0/${i >> 4}/${i % 16}', ${blob(packed(i))})`);
  return `BEGIN;
    CREATE TEMP TABLE p (place TEXT, members ${isPgsql ? 'BYTEA' : 'BLOB'});
    INSERT INTO p VALUES ${ports.join(',')};
    INSERT INTO incidents (kind, state, root_kind, olt_id, cause, cause_class, confidence, severity, affected, affected_max, at_risk,
      since_ms, since_from_ms, detected_ms, opened_ms, resolved_ms, closed_ms, updated_ms, params)
    SELECT 'outage', CASE WHEN n > ${INCIDENTS - OPEN} THEN 'open' ELSE 'closed' END, 'trunk', 1, 'trunk', 'fibre', 90, 3, 5056, 5056, 5056,
      ${now} - n * 100000, ${now} - n * 100000, ${now} - n * 100000, ${now} - n * 100000,
      CASE WHEN n > ${INCIDENTS - OPEN} THEN NULL ELSE ${now} END, CASE WHEN n > ${INCIDENTS - OPEN} THEN NULL ELSE ${now} END,
      ${now}, '{"olt":"norte","n":5056,"m":5056,"k":79}' FROM ${numbers(INCIDENTS, 'x')};
    INSERT INTO incident_ports (incident_id, olt_id, place, at_risk, down, up, members)
    SELECT i.id, 1, p.place, ${PER_PORT}, ${PER_PORT}, 0, p.members FROM incidents i CROSS JOIN p;
    INSERT INTO incident_log (incident_id, at_ms, kind, details, who)
    SELECT i.id, i.detected_ms + x.n, 'changed', '{}', '' FROM incidents i CROSS JOIN ${numbers(10, 'x')};
    COMMIT;
    ANALYZE;`;
}

async function fill(database, folder) {
  const file = path.join(folder, 'fill.sql');
  fs.writeFileSync(file, filling(Boolean(database)));
  const { status, err } = database ? await runProgram('psql', [database, '-q', '-v', 'ON_ERROR_STOP=1', '-f', file], { timeout: 900000 })
    : await runProgram('sqlite3', ['-bail', path.join(folder, 'facho.db'), `.read ${file}`], { timeout: 900000 });
  if (status !== 0) throw new Error(err);
}

async function median(question) {
  const times = [];
  for (let i = 0; i < TIMES; i++) {
    const from = process.hrtime.bigint();
    await question(i);
    times.push(Number(process.hrtime.bigint() - from) / 1e6);
  }
  return times.sort((a, b) => a - b)[TIMES >> 1];
}

function print(name, value, target) {
  const met = value <= target;
  console.log(JSON.stringify({ name, value: Number(value.toPrecision(3)), unit: 'ms', target, met }));
  return met;
}

async function page(site, incident) {
  await site.ask('incident.get', { incident });
  await site.ask('incident.members', { incident, page_size: 100 });
  for (const list of ['incident_log', 'incident_evidence', 'outbox']) await site.ask('list', { list, filter: { incident }, page_size: 100 });
  await site.ask('incident.similar', { incident });
}

async function measure(name, database) {
  const folder = tempFolder(life);
  const env = { ...QUIET, ...(database ? { FACHO_DATABASE: database } : {}) };
  const site = await startServe(life, { folder, env, timeout: 300000 });
  await site.addBareOlt('norte', '127.0.0.1:9', { profile: 'huawei' });
  await site.program.stop();
  await fill(database, folder);
  const began = Date.now();
  await site.start();
  console.error(`${name}: filled; starts after ${Date.now() - began} ms`);
  await site.ask('list', { list: 'incidents', page_size: 50 });
  let met = print(`incidents_list_${name}`, await median(() => site.ask('list', { list: 'incidents', page_size: 50 })), 50);
  met = print(`incidents_list_open_${name}`,
    await median(() => site.ask('list', { list: 'incidents', filter: { open: true }, page_size: 50 })), 50) && met;
  met = print(`incidents_page_${name}`, await median((i) => page(site, INCIDENTS - i)), 100) && met;
  await site.program.stop();
  return met;
}

(async () => {
  let met = true;
  try {
    met = await measure('sqlite');
    if (process.env.FACHO_TEST_PGSQL) met = (await measure('pgsql', await pgsqlDatabase(life))) && met;
  } finally {
    for (const end of life.ends) await end();
  }
  process.exitCode = met ? 0 : 1;
})();
