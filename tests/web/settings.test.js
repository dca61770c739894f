// SPDX-License-Identifier: Apache-2.0
//
// The page of settings: each says when a change takes effect, one that needs a restart what is in use
// meanwhile, and one that the environment says where it is changed. In both languages.
'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { assertAccessible, startFixture } = require('./lib');

const fixture = startFixture({ env: { FACHO_LANE_RETRY_SHARE: '2', FACHO_HEALTH_WATCH: '0' } });

const WORDS = {
  en: {
    pollers: 'Pollers', lanes: 'Lanes', readers: 'Threads for small reads', save: 'Save', saved: 'Pollers: saved', server: 'Web server and API',
    now: 'Takes effect at once.', restart: 'Takes effect after a restart.', waits: 'In use: 4, stored: 6, after a restart.',
    set: 'Set by the variable FACHO_LANE_RETRY_SHARE; change it there.', wrong: /"0" is not a number from 1 to 10000/,
    fixed: 'Only in the file or the environment.', late: 'Late after', bad: /"soon" is not a time from 100ms to 1h/, logs: 'Logs', level: 'Level', usual: /back to what is usual/,
  },
  es: {
    pollers: 'Pollers', lanes: 'Carriles', readers: 'Hilos para lecturas', save: 'Guardar', saved: 'Pollers: guardado', server: 'Servidor web y API',
    now: 'Vale de inmediato.', restart: 'Vale después de un reinicio.', waits: 'En uso: 4, guardado: 6, después de un reinicio.',
    set: 'Lo fija la variable FACHO_LANE_RETRY_SHARE; cámbielo allí.', wrong: /«0» no es un número de 1 a 10000/,
    fixed: 'Solo en el archivo o en el entorno.', late: 'Tarde después de', bad: /«soon» no es un tiempo de 100ms a 1h/, logs: 'Registros', level: 'Nivel', usual: /volver a lo normal/,
  },
};

const valueOf = async (key) => (await fixture.site.ask('setting.get', { setting: key })).value;

for (const [language, words] of Object.entries(WORDS)) {
  test(`${language}: settings act at once or say that they wait for a restart`, async (t) => {
    const page = await fixture.open(t, '/settings', { language, expects: /422/ });
    const group = (name) => page.getByRole('region', { name, exact: true });
    const row = (key) => page.locator(`[data-setting="${key}"]`);
    const form = (name, field) => group(name).locator('form').filter({ has: page.getByRole('textbox', { name: field, exact: true }) });

    // At once: refused with words, then done.
    await row('poll.pollers').getByText(words.now).waitFor();
    const pollers = form(words.pollers, words.pollers);
    await pollers.getByRole('textbox').fill('0');
    await pollers.getByRole('button', { name: words.save }).click();
    await pollers.getByText(words.wrong).waitFor();
    assert.strictEqual(await valueOf('poll.pollers'), 50);
    await pollers.getByRole('textbox').fill('12');
    await pollers.getByRole('button', { name: words.save }).click();
    await page.getByText(words.saved).first().waitFor();
    await fixture.site.until(async () => (await fixture.site.ask('poller.stats')).total_pollers === 12, 'twelve pollers');

    // A time, which is a text.
    const late = form(words.pollers, words.late);
    await late.getByRole('textbox').fill('soon');
    await late.getByRole('button', { name: words.save }).click();
    await late.getByText(words.bad).waitFor();
    await late.getByRole('textbox').fill('3000ms');
    await late.getByRole('button', { name: words.save }).click();
    await fixture.site.until(async () => (await valueOf('poll.late_after')) === '3s', 'three seconds');

    // After a restart: what is in use, and what is stored.
    await row('http.readers').getByText(words.restart).waitFor();
    assert.strictEqual(await page.getByText(words.waits).count(), 0);
    const readers = form(words.server, words.readers);
    await readers.getByRole('textbox').fill('6');
    await readers.getByRole('button', { name: words.save }).click();
    await row('http.readers').getByText(words.waits).waitFor();
    assert.strictEqual(await page.getByText(words.waits).count(), 1, 'nothing else waits');
    await assertAccessible(page, `settings in ${language}`);
    await fixture.shot(page, `settings-${language}`);

    // What the environment says has no field, and neither has what only a file says.
    await row('lane.retry_share').getByText(words.set).waitFor();
    await row('store.key_file').getByText(words.fixed).waitFor();

    // Back again: nothing waits any more.
    await readers.getByRole('button', { name: words.usual }).click();
    await fixture.site.until(async () => (await valueOf('http.readers')) === 4, 'the usual value');
    await page.getByText(words.waits).waitFor({ state: 'detached' });
    for (const setting of ['poll.pollers', 'poll.late_after']) await fixture.site.ask('setting.reset', { setting });
  });
}

test('a viewer sees the settings and changes none', async (t) => {
  const page = await fixture.open(t, '/settings', { as: 'viewer' });
  await page.locator('[data-setting="poll.pollers"]').getByText('Takes effect at once.').waitFor();
  assert.strictEqual(await page.getByRole('button', { name: 'Save' }).count(), 0);
});
