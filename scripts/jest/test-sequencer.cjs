// Orders the suites of a run: failed ones first, then long ones, so that all workers end at about the same time.
// Jest knows the durations of earlier runs. This file estimates the durations on a fresh clone.
const { basename } = require('node:path');
const TestSequencer = require('@jest/test-sequencer').default;

/** Seconds of the suites that take longest. */
const long = {
  'chaos-short': 60,
  'every-address': 60,
  'kill-minus-nine': 50,
  alerts: 45,
  'jobs-by-keyboard': 45,
  'filter-to-sql': 40,
  'recorded-senders': 40,
  views: 35,
  'list-states': 32,
  failures: 30,
  kafka: 30,
  sessions: 28,
  backup: 27,
  dashboards: 25,
  deletes: 25,
  'project-isolation': 25,
  'same-as-in-memory': 24,
  'span-samples': 24,
  'trace-reader-streams': 21,
  'carry-over': 20,
  'copy-store': 20,
  'exact-values': 20,
  explorer: 20,
  'hostile-content': 20,
  'span-writer': 20,
  'clickhouse-cluster': 18,
  'span-detail': 18,
  'trace-reader-pages': 18,
};
/** Seconds of any other suite of a project. */
const others = {
  unit: 1,
  jsdom: 2,
  contract: 5,
  integration: 10,
  browser: 10,
  upstream: 30,
  deploy: 10,
};

module.exports = class extends TestSequencer {
  time(test) {
    return super.time(test) ?? 1000 * estimateSeconds(test);
  }
};

function estimateSeconds({ path, context }) {
  const { name } = context.config.displayName;
  const isUnit = name === 'unit' || name === 'jsdom';
  return (isUnit ? undefined : long[basename(path, '.test.ts')]) ?? others[name];
}
