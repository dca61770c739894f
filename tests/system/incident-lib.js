// SPDX-License-Identifier: Apache-2.0
//
// A site for the tests of incidents and messages: OLTs of one simulator whose faults are said by the
// test, and a bot, a mail server and a webhook that get messages at once.
//
//   const plant = await startPlant(t, { olts: { norte: 'ports=2,onus=16' }, env });
//   await plant.fault('norte', { kind: 'feeder', port: '1/0' });   // the truth of it
//   await plant.repair('norte');
//   await plant.tell({ telegram, sink, smtp });                    // routes to all of them
'use strict';
const assert = require('node:assert');
const path = require('node:path');
const { startProgram, startSim } = require('./lib');
const { startServe } = require('./serve-lib');

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const ENV = {
  FACHO_WATCH_RESOLVE: '1s', FACHO_HEALTH_WATCH: '2s', FACHO_HEALTH_PROBE_EVERY: '2s', FACHO_WATCH_MAJOR: '4',
  FACHO_STANDARD_DISCOVERY: '1h', FACHO_STANDARD_OPTICS: '1h', FACHO_STANDARD_DETAILS: '1h',
  FACHO_CHANNEL_ALLOWED_NETWORKS: '127.0.0.0/8', FACHO_SITE_URL: 'https://facho.example.net',
};

class Plant {
  constructor(sim, site, names) {
    this.sim = sim;
    this.site = site;
    this.names = names;
  }

  // One control line, and its answer.
  async control(command) {
    const from = this.sim.out.length;
    this.sim.write(JSON.stringify(command));
    const [line] = await this.sim.waitFor(/^\{.*\}$/m, { from });
    const answer = JSON.parse(line);
    assert.ok(answer.ok, line);
    return answer;
  }

  // Without names: of all OLTs.
  set(settings, ...names) {
    const olts = names.length ? names.map((name) => ({ olt: this.names.indexOf(name) })) : [{}];
    return Promise.all(olts.map((olt) => this.control({ cmd: 'set', ...olt, ...settings })));
  }

  async fault(name, what) {
    const { faults } = await this.control({ cmd: 'fault', olt: this.names.indexOf(name), ...what });
    return faults[0];
  }

  repair(name, fault) {
    return this.control({ cmd: 'repair', ...(name ? { olt: this.names.indexOf(name) } : {}), ...(fault ? { fault } : {}) });
  }

  // Whole readings of the states of all OLTs that begin from now on.
  async readings(times = 2, patience = undefined) {
    const { site } = this;
    const [last] = await site.list('executions', {}, { ordering: '-id', page_size: 1 });
    await site.until(async () => {
      const done = (await site.list('executions', { id__gte: (last?.id ?? 0) + 1, state: 'SUCCESS' }))
        .filter((e) => / states$/.test(e.job_name));
      return this.names.every((name) => done.filter((e) => e.olt_name === name).length >= times);
    }, `${times} readings`, patience);
  }

  incidents(filter = {}) {
    return this.site.list('incidents', filter);
  }

  // The one incident of an OLT that is open and as it should be. A quota may not be met meanwhile: clocks jump here.
  found(name, isRight = () => true, timeout = 90000) {
    return this.site.until(async () => {
      const all = (await this.incidents({ olt_name: name, open: true })).filter(({ kind }) => kind !== 'quota');
      return all.length === 1 && all[0].state !== 'suspect' && isRight(all[0]) && all[0];
    }, `an incident of ${name}`, timeout);
  }

  // Channels and targets, and the first route tells all of them at once.
  async tell({ telegram, chats = [-5], sink, smtp }) {
    const { site } = this;
    const targets = [];
    const add = async (kind, settings, secret, list) => {
      const channel = await site.ask('channel.add', { kind, name: kind, settings, ...(secret ? { secret } : {}) });
      for (const more of list)
        targets.push((await site.ask('target.add', { channel: channel.id, language: 'es', ...more })).id);
      return channel;
    };
    if (telegram)
      this.bot = await add('telegram', { bot: 'facho_bot', api_url: telegram.url }, telegram.token,
        chats.map((chat) => ({ name: `chat ${chat}`, address: String(chat) })));
    if (sink) await add('webhook', { url: sink.url, allow_http: true }, SECRET, [{ name: 'webhook' }]);
    if (smtp)
      await add('email', { host: '127.0.0.1', port: smtp.port, security: 'none', from: 'facho@isp.example' }, undefined,
        [{ name: 'mail', address: 'noc@isp.example' }]);
    const [route] = await site.list('routes');
    await site.ask('route.change', { id: route.id, filter: [], targets, delay_s: 0 });
  }
}

// olts: { name: 'ports=2,onus=16' }, all of them huawei without churn. patience (ms): until all ONUs are there.
async function startPlant(t, { olts, env = {}, sim: options = {}, addOlt = {}, patience }) {
  const names = Object.keys(olts);
  const args = names.flatMap((name) => ['--olt', `profile=huawei,offline=0,churn=0,${olts[name]}`]);
  const sim = await startSim(t, [...args, '--control', '-'], { olts: names.length, ...options });
  const site = await startServe(t, { env: { ...ENV, ...env } });
  for (const [i, name] of names.entries()) await site.addOlt(name, sim.hosts[i], addOlt);
  const plant = new Plant(sim, site, names);
  const size = (text) => ['ports', 'onus'].reduce((n, word) => n * Number(new RegExp(`${word}=(\\d+)`).exec(text)[1]), 1);
  const all = Object.values(olts).reduce((n, text) => n + size(text), 0);
  await site.until(async () => (await site.count('onus', { run_state: 'online' })) === all, `${all} ONUs online`, patience);
  return plant;
}

async function startSmtp(t) {
  const smtp = await startProgram(t, '/usr/bin/python3', [path.join(__dirname, 'smtp-standin.py')],
    { ready: /^ready \d+$/m });
  smtp.port = Number(/^ready (\d+)$/m.exec(smtp.out)[1]);
  smtp.mails = () => smtp.out.split('\n').filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  return smtp;
}

module.exports = { ENV, SECRET, startPlant, startSmtp };
