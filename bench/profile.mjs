// Shows where the time goes: what a load costs per span, on the main thread of Node by stage and in ClickHouse by kind of
// work, and what each read by key costs. Prints Markdown.   npm run bench:profile -- --spans 200000
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { clickhouseRows } from './clickhouse-tables.mjs';
import { cpuByStage } from './cpu-by-stage.mjs';
import { cpuSeconds } from './cpu-seconds.mjs';
import { markdownTable } from './markdown-table.mjs';
import { usersOfLoad } from './peers/users-of-load.mjs';
import { closeReads, timeReads, untilVisible } from './read-traces.mjs';
import { runGenerator } from './run-generator.mjs';
import { startSpanhouse } from './start-spanhouse.mjs';
import { spanhouseApi } from './trace-apis.mjs';

const AFTER_LOAD_MS = 5000;
const TRACES = 20;
const CALLS = 50;
const WARM_UP_CALLS = 10;

const { values } = parseArgs({ options: { spans: { type: 'string', default: '200000' } } });
const spans = Number(values.spans);
const dir = mkdtempSync(join(tmpdir(), 'spanhouse-profile-'));
const [dataDir, profileDir] = ['data', 'profiles'].map((name) => join(dir, name));
mkdirSync(profileDir);
process.once('exit', () => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }));

/** What the processes have done since they started. */
async function readUsage({ pids, clickhouse }) {
  const rows = await clickhouseRows(clickhouse, 'SELECT event, value FROM system.events');
  return {
    node: cpuSeconds(pids.node),
    clickhouse: cpuSeconds(pids.clickhouse),
    events: Object.fromEntries(rows.map(({ event, value }) => [event, Number(value)])),
  };
}

/** Returns what the processes do for some work; the statement that reads the usage is not counted. */
async function usageOf(spanhouse, work) {
  const before = await readUsage(spanhouse);
  const result = await work();
  const after = await readUsage(spanhouse);
  const event = (name) => (after.events[name] ?? 0) - (before.events[name] ?? 0);
  const [node, clickhouse] = ['node', 'clickhouse'].map((name) => after[name] - before[name]);
  return { result, node, clickhouse, event };
}

async function profileLoad() {
  const flags = ['--cpu-prof', `--cpu-prof-dir=${profileDir}`];
  const spanhouse = await startSpanhouse(dataDir, flags);
  const usage = await usageOf(spanhouse, async () => {
    const sent = await runGenerator(spanhouse.url, spans);
    await untilVisible(spanhouse.url, sent.last_trace_ids);
    await delay(AFTER_LOAD_MS);
    return sent;
  });
  await spanhouse.close(); // which writes the profile
  return { ...usage, stages: cpuByStage(profileDir) };
}

function loadTable({ node, clickhouse, event, stages }) {
  const perSpan = (seconds) => ((seconds * 1e6) / spans).toFixed(1);
  const { idle: _idle, ...busy } = stages;
  const mainThread = Object.values(busy).reduce((sum, seconds) => sum + seconds, 0);
  const merges = event('MergeExecuteMilliseconds') / 1000;
  return markdownTable(
    ['work', 'CPU µs per span'],
    [
      ...Object.entries(busy)
        .toSorted(([, left], [, right]) => right - left)
        .map(([stage, seconds]) => [`Node, main thread: ${stage}`, perSpan(seconds)]),
      ['Node, other threads', perSpan(Math.max(node - mainThread, 0))],
      ['ClickHouse, merges', perSpan(merges)],
      ['ClickHouse, inserts and the rest', perSpan(clickhouse - merges)],
    ],
  );
}

async function profileRead(spanhouse, { name, request, traces }) {
  const requests = (count) => Array.from({ length: count }, (_, call) => request(call));
  const expected = { api: spanhouseApi, traces };
  await timeReads(spanhouse.url, requests(WARM_UP_CALLS), expected);
  const { result, node, clickhouse, event } = await usageOf(spanhouse, () =>
    timeReads(spanhouse.url, requests(CALLS), expected),
  );
  const perCall = (value) => (value / CALLS).toFixed(1);
  return [
    name,
    result.p50.toFixed(1),
    perCall(event('Query') - 1),
    perCall(clickhouse * 1000),
    perCall(node * 1000),
    perCall(event('SelectedMarks')),
    perCall(event('SelectedRows')),
  ];
}

async function emptyStatement({ clickhouse }) {
  const times = [];
  for (let call = 0; call < CALLS; call++) {
    const startedAt = performance.now();
    await clickhouseRows(clickhouse, 'SELECT 1');
    times.push(performance.now() - startedAt);
  }
  return times.toSorted((left, right) => left - right)[CALLS / 2].toFixed(1);
}

async function profileReads({ sampled_trace_ids: ids }) {
  const spanhouse = await startSpanhouse(dataDir);
  const users = usersOfLoad({ spans, traces: TRACES, most: CALLS });
  const at = (list, call) => list[call % list.length];
  const page = { limit: TRACES };
  const reads = [
    { name: 'a trace by id', traces: 1, request: (call) => spanhouseApi.trace(at(ids, call)) },
    {
      name: '20 newest traces of a user',
      traces: TRACES,
      request: (call) => spanhouseApi.newestOfUser(at(users, call), page),
    },
    {
      name: '20 newest traces of a service',
      traces: TRACES,
      request: () => spanhouseApi.newestOfService({ service: 'svc-a', ...page }),
    },
  ];
  const head = [
    'read',
    'p50 ms',
    'statements',
    'ClickHouse CPU ms',
    'Node CPU ms',
    'marks',
    'rows',
  ];
  const rows = [];
  for (const read of reads) {
    rows.push(await profileRead(spanhouse, read));
  }
  const floor = await emptyStatement(spanhouse);
  await spanhouse.close();
  return { table: markdownTable(head, rows), floor };
}

const load = await profileLoad();
console.log(`${loadTable(load)}\n`);
const { table, floor } = await profileReads(load.result);
console.log(`${table}\n\nAn empty statement takes ${floor} ms.`);
closeReads();
