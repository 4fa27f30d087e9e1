// Sorts the suites of a run: failed ones first, then long ones, so that all workers end at about the same time. Jest
// knows the durations of earlier runs. On a fresh clone, this file provides estimates.
const { basename } = require('node:path');
const TestSequencer = require('@jest/test-sequencer').default;

/** Estimated duration in seconds of each suite that takes half a minute or longer. */
const long = {
  'chaos-short': 60,
  'every-address': 60,
  'kill-minus-nine': 50,
  'jobs-by-keyboard': 45,
  'filter-to-sql': 40,
  'recorded-senders': 40,
  views: 35,
  'list-states': 32,
  failures: 30,
  kafka: 30,
};
/** Estimated duration in seconds of any other suite, by project. */
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
