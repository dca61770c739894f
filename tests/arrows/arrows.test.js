// SPDX-License-Identifier: Apache-2.0
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { test } = require('node:test');
const { check } = require('./check');

// A small project with the given files, and arrows as in the real one but fewer.
function project(t, files) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'facho-arrows-'));
  t.after(() => fs.rmSync(root, { recursive: true }));
  const all = {
    'docs/ARCHITECTURE.md':
      'text\n```arrows\nbase:\nmodel: base\nsnmpc: model base\nvendor: model base\n```\n',
    'src/base/rc.h': '',
    'src/vendor/index.c': '#include "vendor/index.h"\n#include "model/oid.h"\n#include <stdio.h>\n',
    ...files,
  };
  for (const [name, text] of Object.entries(all)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  }
  return root;
}

test('the arrows of src/ are those of docs/ARCHITECTURE.md', () => {
  assert.deepStrictEqual(check(path.resolve(__dirname, '../..')), []);
});

test('a project without a wrong arrow passes', (t) => {
  assert.deepStrictEqual(check(project(t, {})), []);
});

test('an include against the arrows is found', (t) => {
  const root = project(t, { 'src/model/oid.c': '  # include "vendor/profile.h"\n' });
  assert.deepStrictEqual(check(root), [
    'src/model/oid.c: model/ may not include vendor/ ("vendor/profile.h")',
  ]);
});

test('an include of a folder nobody drew is found', (t) => {
  const root = project(t, { 'src/model/oid.c': '#include "magic/wand.h"\n' });
  assert.deepStrictEqual(check(root), [
    'src/model/oid.c: "magic/wand.h" is of no folder in the arrows',
  ]);
});

test('the internal header of another folder is found, of the own one not', (t) => {
  const root = project(t, {
    'src/vendor/index.c': '#include "model/model_int.h"\n',
    'src/model/oid.c': '#include "model/model_int.h"\n',
  });
  assert.deepStrictEqual(check(root), [
    'src/vendor/index.c: "model/model_int.h" is internal to model/',
  ]);
});

test('sub-folders have arrows of their own, and those of their parent', (t) => {
  const root = project(t, {
    'docs/ARCHITECTURE.md': '```arrows\nbase:\nmodel: base\nstore: model base\nstore/core:\nstore/list: store/core\nservice: store\nvendor: model\n```\n',
    'src/store/list/list.c': '#include "store/core/tx.h"\n#include "model/oid.h"\n#include "store/list/list_int.h"\n',
    'src/store/core/tx.c': '#include "store/list/list.h"\n#include "store/list/list_int.h"\n',
    'src/store/open.c': '#include "store/core/tx.h"\n',
    'src/service/a.c': '#include "store/list/list.h"\n',
  });
  assert.deepStrictEqual(check(root), [
    'src/store/core/tx.c: store/core/ may not include store/list/ ("store/list/list.h")',
    'src/store/core/tx.c: "store/list/list_int.h" is internal to store/list/',
    'src/store/open.c: store/ may not include store/core/ ("store/core/tx.h")',
  ]);
});

test('a header that only its own folder uses must say so', (t) => {
  const root = project(t, {
    'src/model/oid.h': '', 'src/model/oid.c': '#include "model/oid.h"\n#include "model/names.h"\n', 'src/model/names.h': '',
  });
  assert.deepStrictEqual(check(root), [
    'src/model/names.h is used in its own folder only: call it model/names_int.h',
  ]);
});

test('net-snmp outside snmpc is found', (t) => {
  const root = project(t, {
    'src/snmpc/session.c': '#include <net-snmp/net-snmp-config.h>\n',
    'src/vendor/index.c': '#include <net-snmp/net-snmp-config.h>\n',
  });
  assert.deepStrictEqual(check(root), [
    'src/vendor/index.c: <net-snmp/net-snmp-config.h> stays inside snmpc/, sim/crypto.c',
  ]);
});

test('a library that links against the arrows is found', (t) => {
  const root = project(t, {
    'src/model/meson.build': "# vendor\nx = static_library('m', 'a.c', dependencies: [base,\n vendor])\n",
  });
  assert.deepStrictEqual(check(root), ['src/model/meson.build: model/ may not link vendor/']);
});

test('a folder that nobody drew and a cycle of arrows are found', (t) => {
  const root = project(t, {
    'docs/ARCHITECTURE.md': '```arrows\nbase: model\nmodel: base\nvendor: model\n```\n',
    'src/extra/a.c': '',
  });
  assert.deepStrictEqual(check(root), [
    'base/ is part of a cycle',
    'model/ is part of a cycle',
    'src/extra/ is not in the arrows',
  ]);
});
