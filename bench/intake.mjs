// Measures the CPU time that one core needs to convert body bytes to row bytes, for each format, and the CPU time of
// JSON.parse for comparison: `npm run build && node bench/intake.mjs [rounds]`. Prints the CPU time of this thread in
// the fastest of many rounds. Only figures of the same run are comparable.
import {
  createSpanName,
  finishSpans,
  parseJsonBody,
  readIngestRequest,
  readOtlpJson,
  readOtlpProtobuf,
} from '../packages/span-intake/dist/index.js';
import { SpanRowEncoder } from '../packages/span-row/dist/index.js';
import { buildBodies, SPANS_PER_BODY, stamp } from './load/otlp-bodies.mjs';
import { toFlatJson, toNestedJson, toOtlpJson } from './load/otlp-to-json.mjs';

/** Number of bodies in a round. With this number, a round takes much longer than a tick of the CPU clock. */
const BODIES = 200;
const rounds = Number(process.argv[2] ?? 40);
const FIRST_START = 1_777_629_660_000_000_000n;
const RECEIVED_AT = 1_777_629_700_000_000_000n;

const protobuf = buildBodies(BODIES).map((body, index) => {
  stamp(body, FIRST_START + BigInt(index) * 1_000_000_000n);
  return body.body;
});
const drafts = protobuf.map((body) =>
  drafted(readOtlpProtobuf(body, RECEIVED_AT)).map(withoutMapped),
);
const otlpJson = drafts.map((spans) => Buffer.from(toOtlpJson(spans)));
const flatJson = drafts.map((spans) => Buffer.from(toFlatJson(spans)));
const nestedJson = drafts.map((spans) => Buffer.from(toNestedJson(spans)));

const encoder = new SpanRowEncoder();
const canonical = protobuf.map(
  (body) => finishSpans(drafted(readOtlpProtobuf(body, RECEIVED_AT))).spans,
);

report('OTLP protobuf', protobuf, (body) =>
  encode(finishSpans(drafted(readOtlpProtobuf(body, RECEIVED_AT))).spans),
);
report('OTLP JSON', otlpJson, (body) =>
  encode(finishSpans(drafted(readOtlpJson(parsed(body), RECEIVED_AT))).spans),
);
report('flat JSON', flatJson, (body) => encode(ingested(body)));
report('nested JSON', nestedJson, (body) => encode(ingested(body)));
report('JSON.parse of flat JSON alone', flatJson, (body) => JSON.parse(body.toString('utf8')));
report('OTLP protobuf, decode alone', protobuf, (body) => readOtlpProtobuf(body, RECEIVED_AT));
report('row encoding alone', protobuf, (_body, index) => encode(canonical[index] ?? []));

function encode(spans) {
  const context = {
    project_id: '00000000-0000-0000-0000-000000000000',
    received_at: RECEIVED_AT,
    created_by_id: '00000000-0000-0000-0000-000000000000',
    retention_days: 0,
  };
  for (const span of spans) {
    encoder.encode(span, context);
  }
  return encoder.take();
}

function drafted(result) {
  if (result.status !== 'read' || result.drafts.length !== SPANS_PER_BODY) {
    throw new Error('a span of the benchmark body was not read');
  }
  return result.drafts;
}

/** Removes the `ag.*` attributes that the intake added, so that the span equals the sent span. */
function withoutMapped(draft) {
  const sent = Object.entries(draft.attributes).filter(([key]) => !key.startsWith('ag.'));
  return { ...draft, attributes: Object.fromEntries(sent) };
}

function parsed(body) {
  const result = parseJsonBody(body);
  if (result.status !== 'parsed') {
    throw new Error('the benchmark body is not JSON');
  }
  return result.value;
}

function ingested(body) {
  const outcome = readIngestRequest(parsed(body), { receivedAt: RECEIVED_AT, createSpanName });
  if (outcome.status !== 'accepted' || outcome.spans.length !== SPANS_PER_BODY) {
    throw new Error('a span of the benchmark body was dropped');
  }
  return outcome.spans;
}

function report(name, bodies, run) {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const before = process.threadCpuUsage();
    bodies.forEach(run);
    const { user, system } = process.threadCpuUsage(before);
    best = Math.min(best, (user + system) / (bodies.length * SPANS_PER_BODY));
  }
  const bytes = bodies.reduce((sum, body) => sum + body.length, 0);
  process.stdout.write(
    `${name.padEnd(30)} ${Math.round(bytes / bodies.length / SPANS_PER_BODY)} bytes/span  ` +
      `${best.toFixed(2)} µs/span  ${Math.round(1e6 / best)} spans/s\n`,
  );
}
