// SPDX-License-Identifier: Apache-2.0
//
// Pages that shell.test.js examines for faults of accessibility. Whoever adds a page adds a line; how
// it looks is for the area's own test. There are two OLTs, "centro" (1) and "norte" (2), with ONUs.
'use strict';

module.exports = [
  { name: 'dashboard', at: '/' },
  { name: 'OLTs', at: '/olts' },
  { name: 'an OLT', at: '/olts/1' },
  { name: 'a new OLT', at: '/olts/new' },
  { name: 'ONUs', at: '/onus' },
  { name: 'an ONU', at: '/onus/1' },
  { name: 'jobs', at: '/jobs' },
  { name: 'a new job', at: '/jobs/new' },
  { name: 'a job', at: '/jobs/1' },
  { name: 'workflows', at: '/workflows' },
  { name: 'a workflow', at: '/workflows/1' },
  { name: 'executions', at: '/executions' },
  { name: 'an execution', at: '/executions/1' },
  { name: 'pollers', at: '/pollers' },
  { name: 'a line of the log', at: '/log/1' },
  { name: 'a user', at: '/users/1' },
  { name: 'a brand', at: '/catalogue/brands/1' },
];
