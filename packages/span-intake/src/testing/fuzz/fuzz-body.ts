import { Buffer } from 'node:buffer';
import { type JsonObject, type JsonValue, stringifyJson } from '@spanhouse/span-schema';
import { encodeOtlp } from '../encode-otlp.js';
import { encodeZipkin } from '../encode-zipkin.js';
import { anOtlpSpan, otlpRequestOf } from '../otlp-request.js';
import { aSentSpan, traceId } from '../sent-span.js';
import { flatIngest, nestedIngest } from '../worked-examples.js';
import { aZipkinSpan } from '../zipkin-span.js';
import { mutateBytes } from './mutate-bytes.js';
import { mutateJson } from './mutate-json.js';
import { createSeededRandom, type SeededRandom } from './seeded-random.js';

export type FuzzFormat =
  | 'ingest'
  | 'trace'
  | 'trace_list'
  | 'otlp_json'
  | 'otlp_protobuf'
  | 'zipkin'
  | 'zipkin_protobuf';

/** A body as a faulty client might send it. */
export interface FuzzBody {
  format: FuzzFormat;
  bytes: Buffer;
}

export function createFuzzBody(seed: number): FuzzBody {
  const random = createSeededRandom(seed);
  const [format, sound] = random.pick(soundBodies);
  if (sound instanceof Uint8Array) {
    return { format, bytes: mutateBytes(Buffer.from(sound), random) };
  }
  const value = random.below(4) === 0 ? sound : mutateJson(structuredClone(sound), random);
  const bytes = Buffer.from(stringifyJson(value));
  return { format, bytes: random.below(3) === 0 ? mutateBytes(bytes, random) : bytes };
}

/** Damages a compressed body. The seed determines the damage; some seeds cause none. */
export function damageStream(stream: Buffer, seed: number): Buffer {
  const random: SeededRandom = createSeededRandom(seed);
  return random.below(3) === 0 ? stream : mutateBytes(stream, random);
}

const fullSpan = aSentSpan({
  span_type: 'llm',
  attributes: {
    'ag.data.inputs.q': 'hi',
    'ag.meta.request.model': 'gpt-4o',
    'ag.metrics.tokens.incremental.prompt': 8,
    'ag.references.application.slug': 'my-app',
    'ag.flags.a': 1,
    ag: { session: { id: 's' }, tags: { t: 'x' }, selector: { a: 'b' } },
  },
  references: [{ slug: 'my-app', attributes: { key: 'query' } }],
  links: [{ trace_id: traceId, span_id: 'a'.repeat(16), attributes: { key: 'invocation' } }],
  hashes: [{ id: traceId }],
  events: [{ name: 'exception', timestamp: 1_777_629_600, attributes: { 'a.b': 1 } }],
  resource: { attributes: { 'service.name': 'shop' } },
  scope: { name: 'demo' },
  flags: 1,
});

const trace: JsonObject = {
  trace_id: traceId,
  spans: { root: { ...fullSpan, spans: { kid: [aSentSpan({ span_id: 'b'.repeat(16) })] } } },
};

const otlp = otlpRequestOf(
  anOtlpSpan({
    name: 'chat',
    kind: 3,
    attributes: [
      { key: 'gen_ai.request.model', value: { stringValue: 'gpt-4o' } },
      { key: 'gen_ai.usage.input_tokens', value: { intValue: '12' } },
      { key: 'gen_ai.prompt.0.content', value: { stringValue: 'hi' } },
      { key: 'llm.input_messages.0.message.role', value: { stringValue: 'user' } },
      { key: 'ai.response.toolCalls', value: { stringValue: '[{"a":1}]' } },
      { key: 'traceloop.entity.input', value: { stringValue: '{"inputs":{"a":1}}' } },
      { key: 'ag.data.outputs', value: { kvlistValue: { values: [{ key: 'k', value: {} }] } } },
    ],
    events: [{ name: 'exception', timeUnixNano: '1777629660000000000' }],
    links: [{ traceId: '5b8efff798038103d269b633813fc60c', spanId: 'eee19b7ec3c1b174' }],
    status: { code: 2, message: 'no' },
  }),
  anOtlpSpan({ spanId: '00000000000000aa', parentSpanId: 'eee19b7ec3c1b174' }),
);

const zipkin = [
  aZipkinSpan({
    tags: { error: 'true' },
    localEndpoint: { serviceName: 'shop', ipv4: '10.0.0.1' },
  }),
  aZipkinSpan({ id: 'a'.repeat(16), kind: 'CLIENT', annotations: [{ timestamp: 1, value: 'ws' }] }),
];

const soundBodies: readonly (readonly [FuzzFormat, JsonValue | Uint8Array])[] = [
  ['ingest', JSON.parse(flatIngest.flat) as JsonValue],
  ['ingest', JSON.parse(nestedIngest.nested) as JsonValue],
  ['ingest', { spans: [fullSpan, aSentSpan({ span_id: 'b'.repeat(16) })] }],
  ['trace', { trace: trace }],
  ['trace_list', { traces: [trace, { ...trace, trace_id: 'b'.repeat(32) }] }],
  ['otlp_json', otlp],
  ['otlp_protobuf', encodeOtlp(otlp)],
  ['zipkin', zipkin],
  ['zipkin_protobuf', encodeZipkin(zipkin)],
];
