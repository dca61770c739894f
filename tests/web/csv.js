// SPDX-License-Identifier: Apache-2.0
//
// What the button of a list saves.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');

// A field may be in quotes, and have commas there.
const fieldsOf = (line) => line.match(/("([^"]|"")*"|[^,]*)(,|$)/g).map((field) => field.replace(/,$/, '').replace(/^"|"$/g, ''));

async function savedCsv(page, button = 'What is shown as CSV') {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const download = await coming;
  const text = fs.readFileSync(await download.path(), 'utf8');
  assert.strictEqual(text.charCodeAt(0), 0xfeff, 'the mark by which table calculators know UTF-8');
  return { name: download.suggestedFilename(), text, lines: text.slice(1).trim().split(/\r?\n/) };
}

module.exports = { fieldsOf, savedCsv };
