// Compares our reader of OTLP protobuf with protobufjs on the same bytes. The objects of protobufjs lack hex ids, checks,
// exact integers and attributes as objects: `npm run build && node bench/otlp-decode.mjs`.
// Compare only figures of one run.
import { createRequire } from 'node:module';
import { readOtlpProtobuf } from '../packages/span-intake/dist/index.js';
import { OTLP_PROTO } from '../packages/span-intake/src/testing/otlp-proto.ts';
import { buildBodies, SPANS_PER_BODY, stamp } from './load/otlp-bodies.mjs';

const require = createRequire(new URL('../packages/span-intake/package.json', import.meta.url));
const request = require('protobufjs')
  .parse(OTLP_PROTO)
  .root.lookupType('ExportTraceServiceRequest');

const BODIES = 40;
const ROUNDS = 40;

const bodies = buildBodies(BODIES).map((body, index) => {
  stamp(body, 1_777_629_660_000_000_000n + BigInt(index) * 1_000_000_000n);
  return body.body;
});

for (const [name, decode] of Object.entries({
  'readOtlpProtobuf, to drafts': (body) => readOtlpProtobuf(body, 1n),
  'protobufjs, to messages': (body) => request.decode(body),
})) {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.threadCpuUsage();
    for (const body of bodies) {
      decode(body);
    }
    const { user, system } = process.threadCpuUsage(before);
    best = Math.min(best, (user + system) / (BODIES * SPANS_PER_BODY));
  }
  process.stdout.write(`${name.padEnd(30)} ${best.toFixed(2)} µs/span\n`);
}
