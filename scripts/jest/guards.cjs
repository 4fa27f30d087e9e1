// `jest --filter ./scripts/jest/guards.cjs` runs the unit tests and the guards. A guard is a suite with a backend or a
// browser that proves a promise of Spanhouse; `npm test` runs it for every change. scripts/jest/others.cjs runs the
// other suites. A suite is not a guard if another guard proves the same promise or if it takes more than a minute.
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '../..');

const folders = {
  browser: 'packages/web-ui/test/browser',
  consumer: 'services/span-consumer/test/integration',
  gateway: 'services/ingest-gateway/test/integration',
  log: 'packages/span-log/test/contract',
  query: 'services/trace-query/test/integration',
  row: 'packages/span-row/test/contract',
  store: 'packages/trace-store/test/contract',
  system: 'services/all-in-one/test/integration',
};

/** Suites that prove a promise, keyed by the promise. */
const guards = {
  'intake forms: each accepted form of a span is stored and read as documented': [
    'system/requests/worked-examples',
    'system/clients/otel-js-sdk',
    'gateway/embedded-log',
    'row/clickhouse-rows',
  ],
  'exactly once: a repeated message, flush or rebalance neither loses nor doubles a span': [
    'log/kafka',
    'log/embedded',
    'store/writing/span-writer',
    'store/writing/write-again',
    'store/ledger/ledger-balance',
    'consumer/kafka-rebalance',
    'consumer/poison-row',
    'consumer/store-outage',
  ],
  'filters and figures: ClickHouse answers what the twin in memory answers': [
    'store/filter/filter-to-sql',
    'store/analytics/same-as-in-memory',
    'query/search-traces',
  ],
  'pages: a list that is read page by page has each span once': [
    'store/reading/trace-reader-pages',
    'store/reading/trace-reader-lists',
  ],
  'isolation: no request reads or changes what another project has': [
    'system/requests/auth',
    'system/requests/project-isolation',
  ],
  'kill -9: what was accepted is stored once': ['system/operations/kill-minus-nine'],
  'documents: the API answers as its OpenAPI document says': ['system/requests/documented-answers'],
  'pages of the browser: the daily work of a user': [
    'browser/explorer',
    'browser/trace',
    'browser/filter-bar',
    'browser/conversation',
    'browser/start',
    'browser/live',
  ],
};

const files = Object.values(guards)
  .flat()
  .map((name) => name.replace(/^\w+/, (folder) => join(root, folders[folder])))
  .map((path) => `${path}.test.ts`);
const missing = files.filter((path) => !existsSync(path));
if (missing.length > 0) {
  throw new Error(`scripts/jest/guards.cjs names suites that do not exist: ${missing.join(', ')}`);
}
const guardFiles = new Set(files);

function isOther(path) {
  return /\/test\/(browser|contract|integration|visual)\//.test(path) && !guardFiles.has(path);
}

module.exports = (paths) => ({ filtered: paths.filter((path) => !isOther(path)) });
module.exports.isOther = isOther;
