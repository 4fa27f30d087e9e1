// Starts real backends for one test run, each when a suite requests it for the first time: `serve-backends.mjs
// RUN_DIR`.
//
// - A suite requests a backend by creating the file `<variable>.wanted` in RUN_DIR/backends.
// - The answer is one of three files: `<variable>.address`, `.missing` with the reason why this machine cannot run the
//   backend, or `.failed` with an error.
// - A number at the end of a variable, as in CHROMIUM_SERVER_2, identifies the Jest worker that has the backend for
//   itself.
// - When standard input closes, every backend stops and RUN_DIR is removed.
import { mkdirSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pythonWithSdk } from '../../services/all-in-one/test/python/python-sdk.mjs';
import { startBroker, whyNoBroker } from '../kafka/broker.mjs';
import { startPostgres, whyNoPostgres } from '../postgres/server.mjs';
import { chromium, chromiumWithOwnFonts } from '../tools/chromium.mjs';
import { prometheus } from '../tools/programs.mjs';
import {
  jaegerFixtures,
  jaegerSchemas,
  jaegerSnapshots,
  zipkinKits,
  zipkinLens,
} from '../tools/upstream-suites.mjs';
import { startAnswerCheck, startChromium, startSharedSpanhouse } from './page-backends.mjs';

const [runDir] = process.argv.slice(2);
const requests = join(runDir, 'backends');
const closers = [];
const requested = new Set();

function clickhouseTesting() {
  return import('../../packages/embedded-clickhouse/src/testing/index.ts');
}

/**
 * Functions that start the backend for each variable. A function resolves with the address, or with `{ whyNot }` if
 * this machine cannot run the backend.
 */
const starters = {
  async CLICKHOUSE_URL() {
    const { startEmbeddedClickHouse } = await import(
      '../../packages/embedded-clickhouse/src/index.ts'
    );
    const { addressWithCredentials } = await clickhouseTesting();
    const { createLogger } = await import('../../packages/service-runtime/src/index.ts');
    const logger = createLogger({ level: 'fatal', service: 'test-clickhouse' });
    const server = await startEmbeddedClickHouse({ dataDir: join(runDir, 'clickhouse'), logger });
    closers.push(() => server.close());
    return addressWithCredentials(server);
  },
  async CLICKHOUSE_CLUSTER_URLS() {
    const { addressWithCredentials, startClickHouseCluster } = await clickhouseTesting();
    const dataDir = join(runDir, 'clickhouse-cluster');
    const cluster = await startClickHouseCluster({ dataDir, name: 'spanhouse_test' });
    closers.push(() => cluster.close());
    return cluster.servers.map(addressWithCredentials).join(',');
  },
  async CLICKHOUSE_HOSTILE_URL() {
    const { startClickHouseWithUsers } = await clickhouseTesting();
    const { profiledUsers } = await import(
      '../../packages/trace-store/src/testing/profiled-users.ts'
    );
    const dataDir = join(runDir, 'clickhouse-hostile');
    const server = await startClickHouseWithUsers({ dataDir, users: profiledUsers });
    closers.push(() => server.close());
    return server.url.replace('://', '://hostile@');
  },
  KAFKA_BROKERS: () =>
    startUnless(whyNoBroker(), () => startBroker({ dir: join(runDir, 'kafka') })),
  POSTGRES_URL: () =>
    startUnless(whyNoPostgres(), () => startPostgres({ dir: join(runDir, 'postgres') })),
  CHROMIUM_SERVER: () => startFound(chromium()),
  CHROMIUM_WITH_OWN_FONTS: () => startFound(chromiumWithOwnFonts(runDir)),
  SPANHOUSE_URL: () => untilEnd(startSharedSpanhouse(join(runDir, 'spanhouse'))),
  ANSWER_CHECK_URL: () => untilEnd(startAnswerCheck()),
  OTEL_PYTHON_PATH: async () =>
    (await pythonWithSdk()) ?? { whyNot: 'the Python SDK is not in the cache' },
};

/**
 * Starts a server and registers it to be stopped at the end of the run. `whyNot` is the reason why this machine cannot
 * run the server; if it is set, the server is not started.
 */
async function startUnless(whyNot, startServer) {
  if (whyNot !== undefined) {
    return { whyNot };
  }
  const server = await startServer();
  closers.push(() => server.stop());
  return server.url ?? server.address;
}

async function orWhyNot(finding) {
  return await finding.catch(({ message }) => ({ whyNot: message }));
}

/** Starts a Chromium if this machine has one. */
async function startFound(finding) {
  const found = await orWhyNot(finding);
  return found.whyNot === undefined ? untilEnd(startChromium(found)) : found;
}

/** Resolves with the address of a started backend. Closes the backend at the end of the run. */
async function untilEnd(starting) {
  const { url, close } = await starting;
  closers.push(close);
  return url;
}

/** Functions that find the program or file for each variable. */
const finders = {
  CHROMIUM_PATH: chromium,
  PROMETHEUS: prometheus,
  ZIPKIN_LENS_PAGES: zipkinLens,
  ZIPKIN_KITS: zipkinKits,
  JAEGER_FIXTURES: jaegerFixtures,
  JAEGER_SNAPSHOTS: jaegerSnapshots,
  JAEGER_SCHEMAS: jaegerSchemas,
};

function starterOf(variable) {
  const { [variable]: find } = finders;
  return find ? () => orWhyNot(find()) : starters[variable.replace(/_\d+$/, '')];
}

async function start(variable) {
  if (requested.has(variable)) {
    return;
  }
  requested.add(variable);
  try {
    const found = await starterOf(variable)();
    answer(variable, found.whyNot === undefined ? 'address' : 'missing', found.whyNot ?? found);
  } catch (error) {
    answer(variable, 'failed', error.message);
  }
}

/** Writes an answer file atomically, so that no suite reads an incomplete answer. */
function answer(variable, kind, text) {
  const file = join(requests, `${variable}.${kind}`);
  writeFileSync(`${file}.new`, text, { mode: 0o600 }); // addresses contain passwords
  renameSync(`${file}.new`, file);
}

mkdirSync(requests, { recursive: true });
watch(requests, (_event, file) => {
  const [, variable] = /^(\w+)\.wanted$/.exec(file ?? '') ?? [];
  if (variable === undefined) {
    return;
  }
  if (starterOf(variable) === undefined) {
    answer(variable, 'missing', 'no such backend');
  } else {
    void start(variable);
  }
});
console.log('ready');

process.stdin.resume();
process.stdin.once('end', async () => {
  await Promise.allSettled(closers.map((close) => close()));
  rmSync(runDir, { recursive: true, force: true, maxRetries: 5 });
  process.exit(0);
});
