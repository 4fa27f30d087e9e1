// Measures the time from the 2xx of a body until its last trace can be read, beside a load at a fixed rate, and prints it
// in milliseconds.   npm run bench:visible -- --rate 10000 --seconds 30
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { buildBodies, stamp } from './load/otlp-bodies.mjs';
import { send } from './query/clickhouse.mjs';
import { closeReads, percentiles, untilVisible } from './read-traces.mjs';
import { runGenerator } from './run-generator.mjs';
import { startSpanhouse } from './start-spanhouse.mjs';

const headers = { 'content-type': 'application/x-protobuf' };

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '30' },
  },
});
const rate = Number(values.rate);
const dataDir = mkdtempSync(join(tmpdir(), 'spanhouse-visible-'));
process.once('exit', () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));

/** Sends a body of its own, and resolves with the time after which its last trace is visible. */
async function probe(url, own) {
  const traceIds = stamp(own, BigInt(Date.now()) * 1_000_000n);
  const { status, text } = await send(`${url}/v1/traces`, { headers, body: own.body });
  if (status !== 200) {
    throw new Error(text());
  }
  const acceptedAt = performance.now();
  await untilVisible(url, traceIds.slice(-1));
  return performance.now() - acceptedAt;
}

const { url, close } = await startSpanhouse(dataDir);
const [own] = buildBodies(1, { seed: 99 });
let isLoading = true;
const loading = runGenerator(url, rate * Number(values.seconds), rate).finally(() => {
  isLoading = false;
});
const times = [];
while (isLoading) {
  times.push(await probe(url, own));
}
const { accepted_spans_per_second } = await loading;
closeReads();
await close();
console.log(
  JSON.stringify({ accepted_spans_per_second, probes: times.length, ...percentiles(times) }),
);
