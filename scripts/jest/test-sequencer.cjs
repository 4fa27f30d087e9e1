// Orders the suites of a run: failed ones first, then long ones, so that all workers end at about the same time.
// Jest knows the durations of earlier runs. This file estimates those of a fresh clone.
const { basename } = require('node:path');
const TestSequencer = require('@jest/test-sequencer').default;

/** Seconds of the suites that take longest; the others take about as long as their project says. */
const long = {
  'every-address': 60,
  'recorded-senders': 40,
  'chaos-short': 60,
  'kill-minus-nine': 50,
  'jobs-by-keyboard': 45,
  alerts: 45,
  'filter-to-sql': 40,
  views: 35,
  'list-states': 32,
  kafka: 30,
  failures: 30,
  'hostile-content': 20,
  sessions: 28,
  backup: 27,
  deletes: 25,
  dashboards: 25,
  'project-isolation': 25,
  'same-as-in-memory': 24,
  'trace-reader-streams': 21,
  'exact-values': 20,
  explorer: 20,
  'span-writer': 20,
  'span-detail': 18,
  'clickhouse-cluster': 18,
  'trace-reader-pages': 18,
};
const others = { browser: 10, integration: 10, contract: 5, unit: 1 };

module.exports = class extends TestSequencer {
  time(test) {
    return super.time(test) ?? 1000 * estimateSeconds(test);
  }
};

function estimateSeconds({ path, context }) {
  const { name } = context.config.displayName;
  return name === 'unit' ? others.unit : (long[basename(path, '.test.ts')] ?? others[name]);
}
