// SPDX-License-Identifier: Apache-2.0
//
// Who may include whom. Reads the block "arrows" of docs/ARCHITECTURE.md and every
// #include of src/, and gives one sentence for each arrow that is not allowed.
//
// A sub-folder that is drawn ("store/list") may include what its parent may, its own headers, and the
// sub-folders named behind it; a file of no drawn sub-folder belongs to the nearest folder above it.
// A header whose name ends in _int.h stays in its own directory, and one that is used nowhere else
// must have such a name.
'use strict';
const fs = require('node:fs');
const path = require('node:path');

// Headers of other people that stay inside some folders or files.
const KEPT_INSIDE = [
  { header: /^net-snmp\//, places: ['snmpc/', 'sim/crypto.c'] }, // the ciphers of version 3
  { header: /^zstd\.h$/, places: ['history/'] },
  { header: /^ini\.h$/, places: ['conf/'] },
];

// ```arrows
// vendor: model base
// ```
function readArrows(file) {
  const block = /```arrows\n([^]*?)```/.exec(fs.readFileSync(file, 'utf8'));
  if (!block) throw new Error(`${file} has no block of arrows`);
  const arrows = new Map();
  for (const line of block[1].split('\n')) {
    const m = /^([\w/]+):\s*([\w/ ]*)$/.exec(line);
    if (m) arrows.set(m[1], m[2].split(' ').filter(Boolean));
    else if (line.trim()) throw new Error(`${file}: cannot read the arrow "${line}"`);
  }
  return arrows;
}

function filesOf(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(folder, entry.name);
    return entry.isDirectory() ? filesOf(full) : [full];
  });
}

function includesOf(file) {
  const text = fs.readFileSync(file, 'utf8');
  return [...text.matchAll(/^\s*#\s*include\s*([<"])([^>"]+)[>"]/gm)].map((m) => ({
    ours: m[1] === '"',
    name: m[2],
  }));
}

function wrongInclude(arrows, src, file, folder, include) {
  const where = path.relative(path.dirname(src), file);
  if (!include.ours) {
    const kept = KEPT_INSIDE.find((k) => k.header.test(include.name));
    const inside = path.relative(src, file);
    if (!kept || kept.places.some((place) => inside.startsWith(place))) return null;
    return `${where}: <${include.name}> stays inside ${kept.places.join(', ')}`;
  }
  if (!include.name.includes('/')) return null; // generated, or beside the file
  const target = folderOf(arrows, include.name);
  if (!target) return `${where}: "${include.name}" is of no folder in the arrows`;
  if (include.name.endsWith('_int.h') && path.dirname(include.name) !== path.dirname(path.relative(src, file)))
    return `${where}: "${include.name}" is internal to ${path.dirname(include.name)}/`;
  if (target === folder || mayUse(arrows, folder, target)) return null;
  return `${where}: ${folder}/ may not include ${target}/ ("${include.name}")`;
}

// The innermost drawn folder that a file (relative to src/) is in.
function folderOf(arrows, name) {
  let folder = path.dirname(name);
  while (folder !== '.' && !arrows.has(folder)) folder = path.dirname(folder);
  return folder === '.' ? null : folder;
}

// An arrow to a folder is one to its sub-folders too, and what a folder may its sub-folders may.
function mayUse(arrows, folder, target) {
  const parents = (name) => (name.includes('/') ? [name, ...parents(path.dirname(name))] : [name]);
  return parents(folder).some((from) => parents(target).some((to) => (arrows.get(from) || []).includes(to)));
}

// Headers that are used in their own directory only, and are not called so.
function loneHeaders(src) {
  const files = filesOf(src).filter((file) => /\.[ch]$/.test(file));
  const users = new Map();
  for (const file of files)
    for (const { ours, name } of includesOf(file))
      if (ours) users.set(name, [...(users.get(name) || []), path.dirname(path.relative(src, file))]);
  return files.map((file) => path.relative(src, file))
    .filter((name) => name.endsWith('.h') && !name.endsWith('_int.h') && users.has(name))
    .filter((name) => users.get(name).every((folder) => folder === path.dirname(name)))
    .map((name) => `src/${name} is used in its own folder only: call it ${name.replace(/\.h$/, '_int.h')}`);
}

// What a folder's library links: the names of folders in `dependencies: [...]`.
function wrongLinks(arrows, src, folder) {
  const file = path.join(src, folder, 'meson.build');
  if (!fs.existsSync(file)) return [];
  const text = fs.readFileSync(file, 'utf8').replace(/#.*$/gm, '');
  const linked = new Set();
  for (const m of text.matchAll(/(?:dependencies|link_with)\s*:\s*(\[[^\]]*\]|\w+)/g))
    for (const word of m[1].match(/\w+/g) || []) linked.add(word.replace(/_lib$/, ''));
  return [...linked]
    .filter((name) => arrows.has(name) && name !== folder)
    .filter((name) => !arrows.get(folder).includes(name))
    .map((name) => `${path.relative(path.dirname(src), file)}: ${folder}/ may not link ${name}/`);
}

// The arrows must be drawable from top to bottom: nobody reaches himself.
function cycles(arrows) {
  const reaches = (from, goal, seen = new Set()) =>
    (arrows.get(from) || []).some((next) => {
      if (next === goal) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next, goal, seen);
    });
  return [...arrows.keys()].filter((f) => reaches(f, f)).map((f) => `${f}/ is part of a cycle`);
}

function check(root) {
  const src = path.join(root, 'src');
  const arrows = readArrows(path.join(root, 'docs/ARCHITECTURE.md'));
  const wrong = cycles(arrows);
  for (const folder of fs.readdirSync(src, { withFileTypes: true })) {
    if (!folder.isDirectory()) continue;
    if (!arrows.has(folder.name)) {
      wrong.push(`src/${folder.name}/ is not in the arrows`);
      continue;
    }
    wrong.push(...wrongLinks(arrows, src, folder.name));
    for (const file of filesOf(path.join(src, folder.name)).filter((f) => /\.[ch]$/.test(f)))
      for (const include of includesOf(file))
        wrong.push(wrongInclude(arrows, src, file, folderOf(arrows, path.relative(src, file)), include));
  }
  return [...wrong.filter(Boolean), ...loneHeaders(src)];
}

module.exports = { check };
