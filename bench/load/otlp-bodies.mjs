// Builds OTLP protobuf bodies of typical LLM spans. A body has 100 spans in traces of 10. A span has 14 attributes, one
// of them a prompt of 300 bytes, and takes about 700 bytes. A few hundred bodies are built once. `stamp` writes new ids
// and times into a body before it is sent, so the generator sends millions of distinct spans without additional memory.
import { randomFillSync } from 'node:crypto';

export const SPANS_PER_BODY = 100;
export const SPANS_PER_TRACE = 10;
/** Number of different bodies for each connection. send-load.mjs sends these bodies repeatedly. */
export const BODIES_PER_CONNECTION = 25;
const TRACES_PER_BODY = SPANS_PER_BODY / SPANS_PER_TRACE;
const PROMPT_BYTES = 300;

const words =
  'summarise the quarterly report for customer region with focus on churn latency budget and explain why tokens were spent in retrieval step before answer please return json schema field value context window agent tool search document'.split(
    ' ',
  );
const models = ['gpt-4o-mini', 'gpt-4o', 'claude-sonnet', 'mistral-large', 'llama-3-70b'];

/** Creates a random number generator (mulberry32). The same seed gives the same bodies. */
function createRandom(seed) {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

function prompt(random) {
  let text = '';
  while (text.length < PROMPT_BYTES) {
    text += `${words[random(words.length)]} `;
    if (random(6) === 0) {
      text += `${random(1e6)} `;
    }
  }
  return text.slice(0, PROMPT_BYTES);
}

function varint(value) {
  const bytes = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
  return Buffer.from(bytes);
}

function delimited(field, payload) {
  return Buffer.concat([varint(field * 8 + 2), varint(payload.length), payload]);
}

function text(field, value) {
  return delimited(field, Buffer.from(value));
}

function integer(field, value) {
  return Buffer.concat([varint(field * 8), varint(value)]);
}

function double(field, value) {
  const bytes = Buffer.alloc(9, field * 8 + 1);
  bytes.writeDoubleLE(value, 1);
  return bytes;
}

function fixed64(field, value) {
  const bytes = Buffer.alloc(9, field * 8 + 1);
  bytes.writeBigUInt64LE(value, 1);
  return bytes;
}

function attribute(key, value) {
  if (typeof value === 'string') {
    return delimited(9, pair(key, text(1, value)));
  }
  if (Number.isInteger(value)) {
    return delimited(9, pair(key, integer(3, value)));
  }
  return delimited(9, pair(key, double(4, value)));
}

function pair(key, value) {
  return Buffer.concat([text(1, key), delimited(2, value)]);
}

function spanAttributes(random, user, session) {
  const input = 50 + random(3000);
  const output = 1 + random(800);
  return {
    'gen_ai.system': 'openai',
    operation: 'chat',
    'gen_ai.model': models[random(models.length)],
    temperature: random(10) / 10,
    max_tokens: 1024,
    input_tokens: input,
    output_tokens: output,
    cost: (input * 3 + output * 15) / 1e6,
    finish_reason: 'stop',
    'user.id': user,
    'session.id': session,
    env: 'prod',
    'app.version': `1.14.${random(9)}`,
    'gen_ai.prompt': prompt(random),
  };
}

const spanNames = ['agent.run', 'llm.chat', 'llm.chat', 'tool.search'];

function spanMessage(random, indexInTrace, owner) {
  const isRoot = indexInTrace === 0;
  const name = isRoot ? spanNames[0] : (spanNames[indexInTrace % 3 === 0 ? 3 : 1] ?? '');
  const attributes = Object.entries(spanAttributes(random, owner.user, owner.session));
  return Buffer.concat([
    delimited(1, Buffer.alloc(16)),
    delimited(2, Buffer.alloc(8)),
    isRoot ? Buffer.alloc(0) : delimited(4, Buffer.alloc(8)),
    text(5, name),
    integer(6, isRoot ? 2 : 3),
    fixed64(7, 0n),
    fixed64(8, 0n),
    ...attributes.map(([key, value]) => attribute(key, value)),
    delimited(15, integer(3, 1)),
  ]);
}

function buildBody(random, service) {
  const spans = [];
  for (let trace = 0; trace < TRACES_PER_BODY; trace++) {
    const owner = { user: `user-${random(1000)}`, session: `sess-${random(20000)}` };
    for (let index = 0; index < SPANS_PER_TRACE; index++) {
      spans.push(delimited(2, spanMessage(random, index, owner)));
    }
  }
  const resource = delimited(1, delimited(1, pair('service.name', text(1, service))));
  const scope = delimited(1, text(1, 'load'));
  const scopeSpans = delimited(2, Buffer.concat([scope, ...spans]));
  const body = delimited(1, Buffer.concat([resource, scopeSpans]));
  return { body, spanOffsets: findSpans(body, spans) };
}

/** Returns the offset of the first field of each span in the body. */
function findSpans(body, spans) {
  let from = 0;
  return spans.map((span) => {
    const at = body.indexOf(span.subarray(0, 40), from);
    from = at + span.length;
    const header = 1 + varintLength(span, 1);
    return at + header;
  });
}

function varintLength(bytes, at) {
  let length = 1;
  while (bytes[at + length - 1] > 127) {
    length++;
  }
  return length;
}

export function buildBodies(count, { seed = 1, service = 'svc-a' } = {}) {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => buildBody(random, service));
}

/**
 * Writes new ids and times into a body; returns its ten trace ids (hex). Field offsets inside a span: trace_id 2,
 * span_id 20 and, in child spans, parent_id 30.
 */
export function stamp({ body, spanOffsets }, startNs) {
  const ids = randomFillSync(Buffer.alloc(TRACES_PER_BODY * 16 + SPANS_PER_BODY * 8));
  const traceIds = [];
  for (let trace = 0; trace < TRACES_PER_BODY; trace++) {
    const traceId = ids.subarray(trace * 16, trace * 16 + 16);
    traceIds.push(traceId.toString('hex'));
    const spanIdAt = (index) => TRACES_PER_BODY * 16 + (trace * SPANS_PER_TRACE + index) * 8;
    for (let index = 0; index < SPANS_PER_TRACE; index++) {
      const at = spanOffsets[trace * SPANS_PER_TRACE + index];
      traceId.copy(body, at + 2);
      ids.copy(body, at + 20, spanIdAt(index), spanIdAt(index) + 8);
      if (index > 0) {
        ids.copy(body, at + 30, spanIdAt(0), spanIdAt(0) + 8);
      }
      stampTimes(body, at + (index > 0 ? 38 : 28), startNs + BigInt(index) * 80_000_000n);
    }
  }
  return traceIds;
}

/**
 * Writes new times into a span. `at` is the offset of span_name, which is followed by the two bytes of kind and the two
 * fixed64 times.
 */
function stampTimes(body, at, startNs) {
  const times = at + 2 + body[at + 1] + 2;
  body.writeBigUInt64LE(startNs, times + 1);
  body.writeBigUInt64LE(startNs + 50_000_000n, times + 10);
}
