// Sends mutated bodies to every HTTP endpoint that accepts spans, and polls `/livez` at the same time:
//   npm run fuzz -- --bodies 100000 --seed 1
// Fails if a response has an undocumented status, if `/livez` does not respond, or if the process crashes. A failure
// prints its seed.
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import {
  createFuzzBody,
  damageStream,
} from '../packages/span-intake/src/testing/fuzz/fuzz-body.ts';
import { send } from './query/clickhouse.mjs';
import { newDataDirectory } from './sections.mjs';
import { startSpanhouse } from './start-spanhouse.mjs';

const CONCURRENCY = 8;
const LIVEZ_INTERVAL_MS = 50;
const documented = new Set([200, 201, 202, 400, 404, 405, 409, 413, 422, 429, 503, 504]);
const paths = {
  json: ['/tracing/spans/ingest', '/tracing/traces/', '/traces/', '/traces/ingest'],
  otlp_json: ['/v1/traces', '/otlp/v1/traces'],
  otlp_protobuf: ['/v1/traces', '/otlp/v1/traces'],
  zipkin: ['/api/v2/spans', '/v2/spans'],
  zipkin_protobuf: ['/api/v2/spans', '/v2/spans'],
};
const compressions = { gzip: gzipSync, deflate: deflateSync, zstd: zstdCompressSync };

const { values } = parseArgs({
  options: {
    bodies: { type: 'string', default: '8000' },
    seed: { type: 'string', default: '1' },
  },
});
const firstSeed = Number(values.seed);

/**
 * Sends a body generated from the seed. Some seeds also compress the body and damage the compressed stream. Resolves
 * with the format and the status.
 */
async function sendBody(url, seed) {
  const { format, bytes } = createFuzzBody(seed);
  const doors = paths[format] ?? paths.json;
  const [encoding, compress] = Object.entries(compressions)[seed % 5] ?? [];
  const body = compress === undefined ? bytes : damageStream(compress(bytes), seed);
  const type = format.endsWith('protobuf') ? 'application/x-protobuf' : 'application/json';
  const headers = { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) };
  const answer = await send(`${url}${doors[seed % doors.length]}`, { headers, body });
  return { format, status: answer.status };
}

const { url, close } = await startSpanhouse(newDataDirectory('fuzz'));
const counts = {};
const failures = [];
let next = 0;

async function work() {
  while (next < Number(values.bodies) && failures.length === 0) {
    const seed = firstSeed + next;
    next += 1;
    try {
      const { format, status } = await sendBody(url, seed);
      counts[`${format} ${status}`] = (counts[`${format} ${status}`] ?? 0) + 1;
      if (!documented.has(status)) {
        failures.push({ seed, status });
      }
    } catch (error) {
      failures.push({ seed, error: String(error) });
    }
  }
}

let isDone = false;
async function pollLivez() {
  while (!isDone) {
    const { status } = await send(`${url}/livez`, { method: 'GET' }).catch(() => ({ status: 0 }));
    if (status !== 200) {
      failures.push({ path: '/livez', status });
    }
    await delay(LIVEZ_INTERVAL_MS);
  }
}

const polling = pollLivez();
await Promise.all(Array.from({ length: CONCURRENCY }, work));
isDone = true;
await polling;
await close();
console.log(JSON.stringify({ firstSeed, bodies: next, counts, failures }, null, 2));
process.exitCode = failures.length > 0 ? 1 : 0;
