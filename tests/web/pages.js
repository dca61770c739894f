// SPDX-License-Identifier: Apache-2.0
//
// Pages that shell.test.js opens in every look and examines for faults of accessibility. Whoever
// adds a page adds a line. There are two OLTs, "centro" (1) and "norte" (2), with jobs and ONUs.
'use strict';

module.exports = [
  { name: 'dashboard', at: '/' },
  { name: 'jobs', at: '/jobs' },
  { name: 'job-new', at: '/jobs/new' },
  { name: 'job', at: '/jobs/1' },
  { name: 'workflows', at: '/workflows' },
  { name: 'workflow', at: '/workflows/1' },
  { name: 'executions', at: '/executions' },
  { name: 'execution', at: '/executions/1' },
  { name: 'pollers', at: '/pollers' },
];
