// Compares the CPU time of reads between two checkouts. The services of both checkouts run side by side and are called
// in turn, so that a change in the machine's speed affects both:
//   node bench/compare-reads.mjs OLD_CHECKOUT OLD_DATA NEW_CHECKOUT NEW_DATA [rounds]
// Both checkouts must be built. First, run `npm run bench:query -- --spans 200000 --keep DATA` in each checkout to
// write its data set. Prints the CPU milliseconds of Node and ClickHouse for one read, and the change in percent.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createCaller } from './query/measure-read.mjs';
import { listReads } from './query/reads.mjs';

const SPANS = 200_000;
const CALLS = 2;
const WARM_UP_CALLS = 5;
const reads = listReads(SPANS).filter(({ request }) => request !== undefined);

/** Serves the data with the code of the checkout in the working directory. Runs in a child process. */
async function serve(dataDir) {
  const load = (path) => import(resolve(path));
  const embedded = await load('packages/embedded-clickhouse/dist/index.js');
  const { createLogger, systemClock } = await load('packages/service-runtime/dist/index.js');
  const { applyMigrations } = await load('packages/trace-store/dist/migrations.js');
  const { startService } = await load('bench/query/running-service.mjs');
  const logger = createLogger({ level: 'error', service: 'bench' });
  const options = { dataDir: join(dataDir, 'clickhouse'), logger };
  const clickhouse = await embedded.startEmbeddedClickHouse(options);
  const config = {
    CLICKHOUSE_DATABASE: 'bench_query',
    CLICKHOUSE_USER: 'default',
    CLICKHOUSE_PASSWORD: '',
    CLICKHOUSE_REQUEST_TIMEOUT_MS: 60_000,
    QUERY_DEADLINE_MS: 60_000,
    // In checkouts before ADR 118, ClickHouse has no password.
    ...(embedded.clickhouseSettings?.(clickhouse) ?? { CLICKHOUSE_URL: clickhouse.url }),
  };
  await applyMigrations(config, { logger, clock: systemClock });
  const service = await startService(config);
  process.stdout.write(`${service.url}\n`);
  process.stdin.resume();
  process.stdin.once('end', async () => {
    await service.close();
    await clickhouse.close();
    process.exit(0);
  });
}

async function open(checkout, dataDir) {
  const self = fileURLToPath(import.meta.url);
  const child = spawn(process.execPath, [self, '--serve', resolve(dataDir)], {
    cwd: resolve(checkout),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const url = await new Promise((done) => {
    createInterface({ input: child.stdout }).once('line', done);
  });
  const call = createCaller(url, new Agent({ keepAlive: true, maxSockets: 1 }));
  return { child, call, processes: descendants(child.pid), ms: new Map() };
}

function descendants(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const pids = children.split(' ').filter(Boolean).map(Number);
  return pids.flatMap((child) => [child, ...descendants(child)]);
}

/**
 * Returns the sum of the CPU times of all threads in ms. The times of threads are exact to the nanosecond, whereas the
 * CPU time of a process has a resolution of only 10 ms. No thread of Node or ClickHouse ends during a measurement, so
 * no CPU time is missed.
 */
function cpuMs(pid) {
  const tasks = readdirSync(`/proc/${pid}/task`);
  const times = tasks.map((tid) => readFileSync(`/proc/${pid}/task/${tid}/schedstat`, 'utf8'));
  return times.reduce((sum, text) => sum + Number(text.split(' ')[0]) / 1e6, 0);
}

async function answer({ call }, read, number) {
  const { status, text } = await call(read.request(number));
  if (status !== 200) {
    throw new Error(`${read.name}: ${status} ${text()}`);
  }
}

async function measure(side, read, round) {
  const used = () => side.processes.reduce((sum, pid) => sum + cpuMs(pid), 0);
  const before = used();
  for (let call = 0; call < CALLS; call++) {
    await answer(side, read, round * CALLS + call);
  }
  side.ms.set(read.name, (side.ms.get(read.name) ?? 0) + used() - before);
}

async function warmUp(sides, firstCall) {
  for (const read of reads) {
    for (const side of sides) {
      for (let call = 0; call < WARM_UP_CALLS; call++) {
        await answer(side, read, firstCall + call);
      }
    }
  }
}

async function measureRound(sides, round) {
  for (const read of reads) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      await measure(side, read, round);
    }
  }
}

async function compare([oldCheckout, oldData, newCheckout, newData, rounds = '30']) {
  const calls = Number(rounds) * CALLS;
  const sides = [await open(oldCheckout, oldData), await open(newCheckout, newData)];
  await warmUp(sides, calls);
  for (let round = 0; round < Number(rounds); round++) {
    await measureRound(sides, round);
  }
  report(sides, calls);
  for (const { child } of sides) {
    child.stdin.end();
  }
}

function report([older, newer], calls) {
  const sum = ({ ms }) => [...ms.values()].reduce((total, value) => total + value, 0);
  const row = (name, before, after) => {
    const change = `${((after / before - 1) * 100).toFixed(1)} %`;
    return `| ${name} | ${(before / calls).toFixed(1)} | ${(after / calls).toFixed(1)} | ${change} |`;
  };
  const rows = reads.map(({ name }) => row(name, older.ms.get(name), newer.ms.get(name)));
  const table = ['| read | before | after | change |', '| --- | --- | --- | --- |', ...rows];
  process.stdout.write(`${[...table, row('all', sum(older), sum(newer))].join('\n')}\n`);
}

const [first, ...rest] = process.argv.slice(2);
await (first === '--serve' ? serve(rest[0]) : compare([first, ...rest]));
