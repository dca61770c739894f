// SPDX-License-Identifier: Apache-2.0
//
// Every page, for looks.js, which opens each in every look and fails when a route of
// web/src/pages has no line here. {LIST} is the number of the newest row of that list; `shows` is
// what is on the page when it is all there, in any language. The site is facho demo's.
'use strict';

// Of lists: which rows come first changes with the hour.
const OLT = /huawei-centro|zte-norte|fiberhome-sur|nokia-este/;
const JOB = /(huawei|zte|fiberhome|nokia)_\w+ \w+/;

module.exports = [
  { name: 'dashboard', at: '/', shows: /of 4 up|de 4 activas/ },
  { name: 'olts', at: '/olts', shows: OLT },
  { name: 'olt', at: '/olts/1', shows: 'Huawei' },
  { name: 'olt-ports', at: '/olts/1/ports', shows: '0/1/0' },
  { name: 'olt-onus', at: '/olts/1/onus', shows: 'HWTC' },
  { name: 'olt-workflow', at: '/olts/1/workflow', shows: 'huawei_smartax discovery' },
  { name: 'olt-timeline', at: '/olts/1/timeline', shows: 'discovery' },
  { name: 'olt-executions', at: '/olts/1/executions', shows: 'huawei_smartax states' },
  { name: 'olt-log', at: '/olts/1/log', shows: 'huawei' },
  { name: 'olt-health', at: '/olts/1/health', shows: 'GETBULK' },
  { name: 'olt-form', at: '/olts/new', shows: 'SNMP' },
  { name: 'olt-edit', at: '/olts/1/edit', shows: 'SNMP' },
  { name: 'olt-guide', at: '/olts/start' },
  { name: 'port', at: '/ports/{pon_ports}', shows: 'dBm' },
  { name: 'onus', at: '/onus', shows: /[A-Z]{4}[0-9A-F]{8}/ },
  { name: 'onu', at: '/onus/1?range=24h', shows: 'huawei-centro' },
  { name: 'jobs', at: '/jobs', shows: JOB },
  { name: 'job', at: '/jobs/1', shows: JOB },
  { name: 'job-facts', at: '/jobs/1/facts', shows: '1.3.6.1' },
  { name: 'job-executions', at: '/jobs/1/executions', shows: OLT },
  { name: 'job-form', at: '/jobs/new' },
  { name: 'job-edit', at: '/jobs/1/edit' },
  { name: 'workflows', at: '/workflows', shows: OLT },
  { name: 'workflow', at: '/workflows/1', shows: 'huawei_smartax discovery' },
  { name: 'executions', at: '/executions', shows: JOB },
  { name: 'execution', at: '/executions/1', shows: OLT },
  { name: 'pollers', at: '/pollers' },
  { name: 'quotas', at: '/quotas', shows: OLT },
  { name: 'quota-history', at: '/quotas/history', shows: OLT },
  { name: 'violations', at: '/violations', shows: OLT },
  { name: 'violation', at: '/violations/{violations}', shows: OLT },
  { name: 'plans', at: '/plans', shows: OLT },
  { name: 'plan', at: '/plans/{plans}', shows: 'states' },
  { name: 'log', at: '/log', shows: OLT },
  { name: 'log-line', at: '/log/{coordinator_logs}' },
  { name: 'catalogue-brands', at: '/catalogue' },
  { name: 'catalogue-models', at: '/catalogue/models' },
  { name: 'catalogue-oids', at: '/catalogue/oids', shows: '1.3.6.1' },
  { name: 'catalogue-formulas', at: '/catalogue/formulas' },
  { name: 'catalogue-states', at: '/catalogue/states' },
  { name: 'catalogue-transfer', at: '/catalogue/transfer' },
  { name: 'catalogue-new', at: '/catalogue/oids/new' },
  { name: 'catalogue-oid', at: '/catalogue/oids/{oids}' },
  { name: 'catalogue-formula', at: '/catalogue/formulas/{formulas}' },
  { name: 'users', at: '/users', shows: 'viewer' },
  { name: 'user-new', at: '/users/new' },
  { name: 'user', at: '/users/viewer', shows: 'viewer' },
  { name: 'tokens', at: '/tokens', shows: 'grafana' },
  { name: 'settings', at: '/settings', shows: 'dBm' },
  { name: 'audit', at: '/audit', shows: 'admin' },
  { name: 'audit-entry', at: '/audit/{audit_log}' },
  { name: 'no-page', at: '/no/such/page' },
];
