// Measures what the ledger costs (docs/adr/151): the CPU of Node and ClickHouse per span of a real load, as a share of
// what the load costs as a whole.   npm run bench:ledger -- [--spans 1000000] [--replays 20]
// The load is that of bench:ingest; it should last a minute, because there is a round each minute. Its messages are compared with what is stored, as rounds do. Its entries are then
// given to the ledger of another, idle installation, many times: one percent is lost in the noise of a load, and of
// the merges after it. What ClickHouse does by itself is subtracted.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { cpuSeconds } from './cpu-seconds.mjs';
import {
  carryBlocks,
  endOf,
  enterEachBlock,
  openComparison,
  openLedger,
  readBlocks,
} from './ledger/replay-entries.mjs';
import { markdownTable } from './markdown-table.mjs';
import { closeReads, untilVisible } from './read-traces.mjs';
import { runGenerator } from './run-generator.mjs';
import { startSpanhouse } from './start-spanhouse.mjs';

const { values } = parseArgs({
  options: {
    spans: { type: 'string', default: '1000000' },
    replays: { type: 'string', default: '20' },
  },
});
const spans = Number(values.spans);
const replays = Number(values.replays);
const COMPARISONS = 15;
/** Waits for the merges that inserts cause. */
const MERGE_MS = 5000;
/** Longer than the last entries of the load are carried. */
const IDLE_MS = 15_000;

/** Runs a new installation while `work` uses it. */
async function withSpanhouse(work) {
  const dataDir = mkdtempSync(join(tmpdir(), 'spanhouse-bench-'));
  const spanhouse = await startSpanhouse(dataDir);
  try {
    return await work(spanhouse);
  } finally {
    await spanhouse.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Microseconds of a load per span of it. */
function perSpan(seconds, loads = 1) {
  return (seconds * 1e6) / (spans * loads);
}

function median(numbers) {
  return [...numbers].sort((left, right) => left - right)[Math.floor(numbers.length / 2)];
}

async function measureLoad({ url, pids }) {
  const seconds = () => cpuSeconds(pids.node) + cpuSeconds(pids.clickhouse);
  const before = seconds();
  const sent = await runGenerator(url, spans);
  await untilVisible(url, sent.last_trace_ids);
  await delay(MERGE_MS);
  const after = seconds();
  closeReads();
  return perSpan(after - before);
}

/** Resolves with the share of a core that ClickHouse uses by itself. */
async function measureIdle({ pids }) {
  await delay(IDLE_MS);
  const before = cpuSeconds(pids.clickhouse);
  await delay(IDLE_MS);
  return (cpuSeconds(pids.clickhouse) - before) / (IDLE_MS / 1000);
}

/** Resolves with the seconds of this process and of ClickHouse for `work`. */
async function measure(work, { pids, idle }) {
  const start = {
    ms: performance.now(),
    node: process.cpuUsage(),
    store: cpuSeconds(pids.clickhouse),
  };
  await work();
  const node = process.cpuUsage(start.node);
  const elapsed = (performance.now() - start.ms) / 1000;
  const store = cpuSeconds(pids.clickhouse) - start.store - idle * elapsed;
  return { node: (node.user + node.system) / 1e6, clickhouse: store };
}

/** The median of some comparisons: merges of the load may run beside a few of them. */
async function measureComparison({ clickhouse, pids }, blocks) {
  const comparison = openComparison(clickhouse);
  const costs = [];
  for (let index = 0; index < COMPARISONS; index += 1) {
    costs.push(await measure(() => comparison.compare(blocks), { pids, idle: 0 }));
  }
  await comparison.close();
  return {
    node: perSpan(median(costs.map(({ node }) => node))),
    clickhouse: perSpan(median(costs.map((cost) => cost.clickhouse))),
  };
}

async function measureReplays(replay, { spanhouse, blocks, firstReplay }) {
  const idle = await measureIdle(spanhouse);
  const ledger = openLedger(spanhouse.clickhouse);
  const cost = await measure(
    async () => {
      for (let index = 0; index < replays; index += 1) {
        await replay(ledger, blocks, firstReplay + index);
      }
      await delay(MERGE_MS);
    },
    { ...spanhouse, idle },
  );
  await ledger.close();
  const { inserts, entries } = ledger.counts;
  return {
    node: perSpan(cost.node, replays),
    clickhouse: perSpan(cost.clickhouse, replays),
    inserts: inserts / replays,
    entriesPerInsert: entries / inserts,
  };
}

const { load, blocks, comparison } = await withSpanhouse(async (spanhouse) => {
  const cost = await measureLoad(spanhouse);
  await delay(IDLE_MS);
  const ofLoad = await readBlocks(spanhouse.clickhouse);
  return {
    load: cost,
    blocks: ofLoad,
    comparison: await measureComparison(spanhouse, ofLoad),
  };
});
const { carried, entered } = await withSpanhouse(async (spanhouse) => ({
  carried: await measureReplays(carryBlocks, { spanhouse, blocks, firstReplay: 1 }),
  entered: await measureReplays(enterEachBlock, { spanhouse, blocks, firstReplay: 1 + replays }),
}));
const together = {
  node: comparison.node + carried.node,
  clickhouse: comparison.clickhouse + carried.clickhouse,
};

function row(name, { inserts, entriesPerInsert, node, clickhouse }) {
  const share = ((node + clickhouse) / load) * 100;
  const counts = [inserts?.toFixed(1) ?? '', entriesPerInsert?.toFixed(0) ?? ''];
  return [name, ...counts, node.toFixed(2), clickhouse.toFixed(2), `${share.toFixed(2)} %`];
}

const seconds = Number(endOf(blocks.at(-1)) - endOf(blocks[0])) / 1e9;
console.log(
  `${spans} spans cost ${load.toFixed(1)} µs of CPU each: ${blocks.flat().length} messages in ${blocks.length} blocks of ${seconds.toFixed(1)} s.\n`,
);
console.log(
  markdownTable(
    ['part', 'inserts', 'entries each', 'Node µs per span', 'ClickHouse µs per span', 'share'],
    [
      row('entries, carried by commits', carried),
      row('comparison with what is stored', comparison),
      row('both', together),
      row('entries of each block before its commit, for comparison', entered),
    ],
  ),
);
