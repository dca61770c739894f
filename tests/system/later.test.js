// SPDX-License-Identifier: Apache-2.0
//
// Jobs for all OLTs of a brand, or of a filter, take in OLTs that are added later: when they are added,
// changed or restored, and when their brand is found out. Those for picked OLTs do not.
'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { startSim } = require('./lib');
const { pgsqlDatabase, startServe, QUIET } = require('./serve-lib');

const SIM = ['--profile', 'huawei', '--ports', '1', '--onus', '2', '--offline', '0', '--static'];

async function addOid(site) {
  return (await site.ask('oid.add', { name: 'up', oid: '1.3.6.1.2.1.1.3', brand: 'Huawei', purpose: 'custom:up' })).id;
}

// The node of a job on an OLT runs well. Its first run by itself is a minute away.
async function ran(site, job, olt) {
  await site.until(() => site.ask('job.run', { job, olt }).catch(() => null), `a node of ${job} on ${olt}`, 240000);
  return site.until(async () => (await site.list('executions', { job_name: job, olt_name: olt, state: 'SUCCESS' }))[0],
    `${job} on ${olt}`, 240000);
}

const jobsOf = async (site, olt) => (await site.list('nodes', { olt_name: olt })).map((node) => node.job_name).sort();

for (const where of ['SQLite', 'PostgreSQL']) {
  test(`an OLT that is added later gets the jobs for its brand and its site, and they run, on ${where}`, async (t) => {
    const sim = await startSim(t, SIM);
    const env = where === 'PostgreSQL' ? { ...QUIET, FACHO_DATABASE: await pgsqlDatabase(t) } : QUIET;
    const site = await startServe(t, { env });
    const oids = [await addOid(site)];
    const job = (name, more) => site.ask('job.add', { name, type: 'walk', interval: '10s', brand: 'Huawei', oids, ...more });
    await job('all', { target: 'all' });
    await job('north', { target_site: 'Norte' });
    await job('picked', {});
    await job('zte', { brand: 'ZTE', oids: ['zte_c300_c320/onu/serial'], target: 'all' });
    await site.addBareOlt('late', sim.host, { profile: 'huawei_smartax', brand: 'Huawei', site: 'Norte', timeout_ms: 3000 });
    assert.deepStrictEqual(await jobsOf(site, 'late'), ['all', 'north']);
    await ran(site, 'all', 'late');
    await site.ask('olt.change', { olt: 'late', site: 'Sur' });
    assert.deepStrictEqual(await jobsOf(site, 'late'), ['all']);
    await site.ask('olt.delete', { olt: 'late' });
    await job('newer', { target: 'all' });
    await site.ask('olt.restore', { olt: 'late' });
    assert.deepStrictEqual(await jobsOf(site, 'late'), ['all', 'newer']);
    await ran(site, 'newer', 'late');
  });
}

test('an OLT whose brand is found out gets the jobs for that brand, and they run', async (t) => {
  const sim = await startSim(t, SIM);
  const site = await startServe(t, { env: QUIET });
  const oids = [await addOid(site)];
  await site.ask('job.add', { name: 'all of Huawei', type: 'walk', interval: '10s', brand: 'Huawei', target: 'all', oids });
  const any = (await site.ask('oid.add', { name: 'any', oid: '1.3.6.1.2.1.1.5', purpose: 'custom:any' })).id;
  await site.ask('job.add', { name: 'anything', type: 'walk', interval: '1h', oids: [any] });
  await site.addBareOlt('who', sim.host, { timeout_ms: 3000 });
  assert.deepStrictEqual(await jobsOf(site, 'who'), []);
  await site.ask('job.apply', { job: 'anything', olt: 'who', first_in: '100ms' });
  await site.until(async () => (await site.list('olts', { name: 'who' }))[0].brand === 'Huawei', 'its brand');
  assert.deepStrictEqual(await jobsOf(site, 'who'), ['all of Huawei', 'anything']);
  await ran(site, 'all of Huawei', 'who');
  assert.doesNotMatch(site.program.err + site.program.out, /nobody said so/);
});
