// SPDX-License-Identifier: Apache-2.0
//
// The stories of stories.js: their outcome, and that they take no more clicks than promised. How long
// they take is printed by script/bench stories.
'use strict';
const assert = require('node:assert');
const { after, before, test } = require('node:test');
const { Fixture, launch } = require('./lib');
const { STORIES, playStory } = require('./stories');

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

for (const story of STORIES) {
  test(story.title, { timeout: 600000 }, async (t) => {
    const fixture = new Fixture({ ...story.fixture, browser });
    t.after(() => fixture.stop());
    await fixture.start();
    const { clicks } = await playStory(story, fixture, t);
    assert.ok(clicks <= story.clicks, `${clicks} clicks, at most ${story.clicks}`);
  });
}
