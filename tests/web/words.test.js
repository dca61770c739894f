// SPDX-License-Identifier: Apache-2.0
//
// What the engine and the server say is read in the reader's language.
'use strict';
const assert = require('node:assert');
const dgram = require('node:dgram');
const { test } = require('node:test');
const { PASSWORD, startFixture } = require('./lib');
const { QUIET } = require('../system/serve-lib');

const fixture = startFixture({ env: { ...QUIET, FACHO_POLL_POLLERS: '4' } });
const RUNS = 3; // in a row, until an OLT is suspended

const SAID = {
  en: {
    list: 'The OLT did not answer in time.',
    why: '127.0.0.1: no answer: down, unreachable, or another community',
    ended: /^huawei_smartax chassis failed in .+: the OLT did not answer in time \(127\.0\.0\.1: no answer: .+\)\.$/,
    suspended: /^It does not answer and is suspended: 3 runs in a row failed, the last one: the OLT did not answer in time\.$/,
  },
  es: {
    list: 'La OLT no respondió a tiempo.',
    why: '127.0.0.1: sin respuesta: apagada, inalcanzable o con otra comunidad',
    ended: /^huawei_smartax: chasis falló en .+: la OLT no respondió a tiempo \(127\.0\.0\.1: sin respuesta: .+\)\.$/,
    suspended: /^No responde y queda suspendida: 3 ejecuciones seguidas fallaron; la última: la OLT no respondió a tiempo\.$/,
  },
};

const lines = (event) => fixture.site.list('coordinator_logs', { event_type: event, olt_name: 'mudo' });

async function runOnce(node) {
  const { executions: [id] } = await fixture.site.ask('node.run', { node });
  await fixture.site.until(async () => (await fixture.site.list('executions', { id })).find((row) => row.finished_at), 'an execution');
  return id;
}

// An OLT that hears everything and answers nothing; answers its last execution.
async function failRuns() {
  const socket = dgram.createSocket('udp4');
  await new Promise((resolve) => socket.bind(0, '127.0.0.1', resolve));
  fixture.t.after(() => socket.close());
  await fixture.site.ask('olt.add', {
    name: 'mudo', address: '127.0.0.1', port: socket.address().port, community: 'x', profile: 'huawei', timeout_ms: 100, retries: 0,
  });
  await fixture.site.ask('job.standard', { olt: 'mudo', first_in: '1h' });
  const node = (await fixture.site.list('nodes', { olt_name: 'mudo' })).find(({ job_name: job }) => job.includes('chassis'));
  let failed;
  for (let run = 0; run < RUNS; run++) failed = await runOnce(node.id);
  await fixture.site.until(async () => (await lines('OLT_SUSPENDED'))[0] && (await lines('ENDED'))[RUNS - 1], 'its lines in the log');
  return failed;
}

let failing;
const failedRun = () => (failing ??= failRuns());

for (const language of ['en', 'es']) {
  const words = SAID[language];

  test(`a run that failed is explained in the list, on its page and in the log: ${language}`, async (t) => {
    const failed = await failedRun();
    const page = await fixture.open(t, '/executions', { language });
    await page.getByRole('table').getByText(words.list).first().waitFor();
    await page.goto(`/executions/${failed}`);
    await page.getByRole('alert').getByText(words.why).waitFor();
    await page.getByRole('table').getByText(words.why).first().waitFor();
    await fixture.shot(page, `words-execution-${language}`);
    await page.goto('/log');
    await page.getByRole('table').getByText(words.ended).first().waitFor();
    await page.getByRole('table').getByText(words.suspended).waitFor();
    await fixture.shot(page, `words-log-${language}`);
    const [line] = await lines('OLT_SUSPENDED');
    await page.goto(`/log/${line.id}`);
    await page.getByText(words.suspended).waitFor();
    await page.goto(`/olts/${line.olt}/log`);
    await page.getByRole('table').getByText(words.ended).first().waitFor();
  });
}

test('the problems of the dashboard are in the reader\'s language', async (t) => {
  await failedRun();
  const page = await fixture.open(t, '/', { language: 'es' });
  await page.getByRole('main').getByText(/no responde|falla al responder/).first().waitFor();
});

test('what is wrong with a field is said at the field, in the reader\'s language', async (t) => {
  const page = await fixture.open(t, '/users/new', { language: 'es', expects: /422/ });
  await page.getByLabel('Nombre', { exact: false }).first().fill('operator');
  await page.locator('input[autocomplete="new-password"]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Agregar usuario' }).click();
  await page.getByText('ya existe un usuario «operator»').waitFor();
});

test('the audit says in the reader\'s language what was done', async (t) => {
  await fixture.site.ask('user.change', { user: 'viewer', full_name: 'Vi Ewer' });
  const entry = (await fixture.site.list('audit_log')).find(({ after }) => JSON.stringify(after)?.includes('Vi Ewer'));
  const page = await fixture.open(t, '/audit', { language: 'es' });
  await page.getByRole('table').getByText('cambió').first().waitFor();
  await page.goto(`/audit/${entry.id}`);
  await page.getByRole('heading', { name: `${entry.user} cambió: usuario viewer` }).waitFor();
});

test('what nobody has translated is shown as it was said', async (t) => {
  const page = await fixture.open(t, `/executions/${await failedRun()}`, { language: 'es', expects: /409/ });
  await page.route('**/api/v1/pollers/nodes/*/run/', (route) => route.fulfill({
    status: 409, contentType: 'application/json', body: JSON.stringify({ error: { code: 'conflict', message: 'the moon is in the way' } }),
  }));
  await page.getByRole('button', { name: 'Ejecutar de nuevo' }).click();
  await page.getByText('the moon is in the way').waitFor();
  assert.strictEqual(await page.getByText('No se pudo').count(), 1);
});
