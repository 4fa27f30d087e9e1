// Measures on one core what hostile bodies cost from their bytes to the bytes of rows, beside JSON.parse of the same
// body, and the memory that is live in between (after a forced GC, as a multiple of the body):
//   npm run build && node --expose-gc bench/body-cost.mjs [bytes] [part of a name]
// Every step runs without a pause, as in the gateway: `parse`, then `read and build`. Compare figures of one run only.

import {
  acceptOtlp,
  createSpanName,
  fitSpans,
  parseJsonBody,
  readIngestRequest,
  readZipkinSpans,
} from '../packages/span-intake/dist/index.js';
import { SpanRowEncoder } from '../packages/span-row/dist/index.js';
import { buildRecords } from '../services/ingest-gateway/dist/ingest/build-records.js';
import { hostileBodies } from './bodies/hostile-bodies.mjs';

const MIB = 1024 * 1024;
const [bytesText = String(2 * MIB), namePart = ''] = process.argv.slice(2);
const receivedAt = 1_777_629_700_000_000_000n;
const zeroId = '00000000-0000-0000-0000-000000000000';
const context = {
  project_id: zeroId,
  received_at: receivedAt,
  created_by_id: zeroId,
  retention_days: 0,
};
const bounds = {
  partitionCount: 4,
  maxRecordBytes: 16 * MIB,
  maxSpanBytes: 8 * MIB,
  maxRequestBytes: 64 * MIB,
};
const maxValues = 25_000_000;
const encoder = new SpanRowEncoder();
/** The outcomes after which the next step follows. */
const goOn = new Set(['parsed', 'accepted', 'fitted']);

const rows = [];
for (const { name, door, make } of hostileBodies) {
  const body = `${door}: ${name}`;
  if (body.includes(namePart)) {
    rows.push({ body, ...measure(door, make(Number(bytesText)), make(20_000)) });
    process.stderr.write('.');
  }
}
rows.sort((left, right) => right['ms/MB'] - left['ms/MB']);
process.stderr.write('\n');
console.table(rows);

function measure(door, body, small) {
  run(door, small);
  const first = run(door, body);
  const second = run(door, body);
  const best = first.total < second.total ? first : second;
  const perMb = (ms) => Number(((ms * MIB) / body.length).toFixed(1));
  const alone = timed(() => JSON.parse(body.toString()));
  return {
    'ms/MB': perMb(best.total),
    ...Object.fromEntries(Object.entries(best.steps).map(([step, ms]) => [step, perMb(ms)])),
    'JSON.parse': door === 'otlp_protobuf' ? '' : perMb(alone.ms),
    memory: Number((1 + Math.max(first.liveBytes, second.liveBytes) / body.length).toFixed(1)),
    outcome: best.outcome,
  };
}

/** Runs the steps of one body. The results of all steps are held until the end, and so is the live memory. */
function run(door, body) {
  globalThis.gc?.();
  const before = usedBytes();
  const held = [body];
  const steps = {};
  let outcome = '';
  let liveBytes = 0;
  for (const [name, work] of stepsOf(door)) {
    const { ms, result } = timed(() => work(held.at(-1)));
    steps[name] = ms;
    outcome = result.limit ?? result.status;
    if (!goOn.has(outcome)) {
      break;
    }
    held.push(result);
    globalThis.gc?.();
    liveBytes = Math.max(liveBytes, usedBytes() - before);
  }
  const total = Object.values(steps).reduce((sum, ms) => sum + ms, 0);
  return { steps, total, outcome, liveBytes };
}

function timed(work) {
  const before = process.threadCpuUsage();
  let result;
  try {
    result = work();
  } catch (error) {
    result = { status: error.limit ?? error.name };
  }
  const { user, system } = process.threadCpuUsage(before);
  return { ms: (user + system) / 1000, result };
}

function usedBytes() {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function stepsOf(door) {
  const build = (accepted) =>
    fitSpans(accepted, (spans) =>
      buildRecords(spans, { encoder, bounds, context, requestId: 'r' }),
    );
  if (door === 'otlp_protobuf') {
    const encoding = 'protobuf';
    return [
      ['read', (body) => acceptOtlp({ body, encoding, receivedAt, maxValues })],
      ['build', build],
    ];
  }
  if (door === 'otlp_json') {
    const encoding = 'json';
    return [
      ['read', (body) => acceptOtlp({ body, encoding, receivedAt, maxValues })],
      ['build', build],
    ];
  }
  const read =
    door === 'zipkin'
      ? ({ value }) => readZipkinSpans(value, receivedAt)
      : ({ value }) => readIngestRequest(value, { receivedAt, createSpanName });
  return [
    ['parse', (body) => parseJsonBody(body, maxValues)],
    ['read', read],
    ['build', build],
  ];
}
