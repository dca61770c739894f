// SPDX-License-Identifier: Apache-2.0
//
// The daily work of an operator in Chromium: how long each story of tests/web/stories.js takes.
//
//   script/bench stories
//   FACHO_BENCH_STORIES=customer_calls script/bench stories   some of them
//   FACHO_BENCH_SIZE=small script/bench stories               a new OLT has 16 ONUs instead of 512
'use strict';
const { Fixture } = require('../tests/web/lib');
const { STORIES, playStory } = require('../tests/web/stories');

const size = process.env.FACHO_BENCH_SIZE || 'full';
const wanted = (process.env.FACHO_BENCH_STORIES || '').split(',').filter(Boolean);

async function measure(story) {
  const ends = [];
  const life = { after: (end) => ends.unshift(end) };
  const fixture = new Fixture({ ...story.fixture, isTimed: true });
  life.after(() => fixture.stop());
  try {
    await fixture.start();
    return await playStory(story, fixture, life, size);
  } finally {
    for (const end of ends) await end();
  }
}

// One line per figure; false if it missed its target.
function print(name, seconds, target, more, isMet = true) {
  const met = seconds <= target && isMet;
  console.log(JSON.stringify({ name: `story_${name}`, value: Number(seconds.toPrecision(3)), unit: 's', target, met, ...more }));
  return met;
}

(async () => {
  let allMet = true;
  for (const story of STORIES) {
    if (wanted.length > 0 && !wanted.includes(story.name)) continue;
    const { clicks, seconds, marks } = await measure(story);
    for (const [mark, target] of Object.entries(story.marks ?? {}))
      allMet = print(`${story.name}_${mark}`, marks[mark], target) && allMet;
    const more = { clicks, clicks_target: story.clicks };
    allMet = print(story.name, seconds, story.seconds, more, clicks <= story.clicks) && allMet;
  }
  process.exitCode = allMet ? 0 : 1;
})();
