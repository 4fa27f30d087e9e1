import {
  type JsonObject,
  type JsonValue,
  setMember,
  spanKinds,
  spanTypes,
  statusCodes,
} from '@spanhouse/span-schema';
import {
  anyEvents,
  anyHashes,
  anyJsonObject,
  anyJsonValue,
  anyLinks,
  anyPartial,
  anyReferences,
  anyResource,
  anyScope,
  anyText,
  anyTraceId,
  anyUint32,
} from '@spanhouse/span-schema/testing';
import fc from 'fast-check';

/** Key segments that are likely to collide, and special segments such as `__proto__`. */
const segments = ['a', 'b', '0', '2', '', '__proto__', 'constructor', 'x y', '😀', '007', '10000'];

/** Keys below `ag`: recognised groups, their members, and unknown keys. */
const agSegments = [
  'ag',
  'ag',
  'ag',
  'type',
  'span',
  'trace',
  'data',
  'inputs',
  'outputs',
  'parameters',
  'metrics',
  'tokens',
  'costs',
  'errors',
  'duration',
  'incremental',
  'cumulative',
  'prompt',
  'total',
  'references',
  'refs',
  'application',
  'testset',
  'id',
  'slug',
  'version',
  'session',
  'user',
  'agent',
  'flags',
  'tags',
  'meta',
  'configuration',
  'exception',
  'selector',
  'unsupported',
  '_conflicts',
];

/** Generates attributes in which dotted keys, nested objects and `ag` collide. */
export function anyAttributes(): fc.Arbitrary<JsonObject> {
  const key = fc
    .array(fc.constantFrom(...segments, ...agSegments), { minLength: 1, maxLength: 5 })
    .map((segments) => segments.join('.'));
  const agKey = fc
    .array(fc.constantFrom(...agSegments.slice(3)), { minLength: 0, maxLength: 4 })
    .map((segments) => ['ag', ...segments].join('.'));
  return fc
    .array(fc.tuple(fc.oneof(key, agKey), anyAttributeValue(2)), { maxLength: 8 })
    .map(toObject);
}

function anyAttributeValue(depth: number): fc.Arbitrary<JsonValue> {
  const scalar = fc.oneof(
    anyJsonValue(0),
    fc.constantFrom<JsonValue>('1', 'llm', 'my-app', '{"k":1}', 0, 1, true, null),
  );
  if (depth === 0) {
    return scalar;
  }
  const member = fc.tuple(
    fc.constantFrom(...segments, ...agSegments, 'c.d'),
    anyAttributeValue(depth - 1),
  );
  return fc.oneof(
    scalar,
    fc.array(anyAttributeValue(depth - 1), { maxLength: 3 }),
    fc.array(member, { maxLength: 4 }).map(toObject),
  );
}

/** Generates the attributes of a list entry, with a hashed key, dotted keys, or any other keys. */
function anyEntryAttributes(): fc.Arbitrary<JsonObject> {
  const keys = ['application', 'testset_revision', 'unknown', 'invocation', 'ü ber', 'own'];
  return fc.oneof(
    fc.constantFrom<JsonObject>({}, { 'a.b': 1, 'a.c': [null] }, { a: 1, 'a.b': 2 }),
    fc.constantFrom(...keys).map((key): JsonObject => ({ key })),
    anyJsonObject(1),
  );
}

/** Generates a valid span with any of the optional members. */
export function anySentSpan(): fc.Arbitrary<JsonObject> {
  const spanId = fc.integer({ min: 1, max: 12 }).map(toSpanId);
  const members = {
    trace_id: fc.constantFrom('a1'.repeat(16), 'b2'.repeat(16)),
    span_id: spanId,
    parent_id: fc.integer({ min: 0, max: 12 }).map(toSpanId),
    span_name: anyText(),
    start_time: anySentTime(),
    end_time: anySentTime(),
    span_type: fc.constantFrom(...spanTypes),
    span_kind: fc.constantFrom(...spanKinds),
    status_code: fc.constantFrom(...statusCodes),
    status_message: anyText(),
    attributes: anyAttributes(),
    references: anyReferences(anyEntryAttributes()),
    links: anyLinks(anyTraceId(), spanId, anyEntryAttributes()),
    hashes: anyHashes(anyEntryAttributes()),
    events: anyEvents(anySentTime(), anyJsonObject(1)),
    session_id: anyText(),
    user_id: anyText(),
    agent_id: anyText(),
    exception: anyAttributes(),
    resource: anyResource(),
    scope: anyScope(),
    trace_state: anyText(),
    flags: anyUint32(),
    dropped_attributes_count: anyUint32(),
    dropped_events_count: anyUint32(),
    dropped_links_count: anyUint32(),
  };
  return anyPartial(members, ['trace_id', 'span_id', 'start_time', 'end_time']);
}

/** Generates times that are within a few seconds of each other, in every accepted form. */
function anySentTime(): fc.Arbitrary<JsonValue> {
  const seconds = fc.integer({ min: 1_777_000_000, max: 1_777_000_003 });
  return fc.tuple(seconds, fc.nat(999_999_999), fc.nat(3)).map(([second, fraction, form]) => {
    const nanoseconds = BigInt(second) * 1_000_000_000n + BigInt(fraction);
    const forms: JsonValue[] = [
      second,
      second * 1000 + (fraction % 1000),
      nanoseconds,
      `${new Date(second * 1000).toISOString().slice(0, 19)}.${fraction}+00:00`,
    ];
    return forms[form] ?? null;
  });
}

function toSpanId(value: number): string {
  return value.toString(16).padStart(16, '0');
}

function toObject(entries: readonly [string, JsonValue][]): JsonObject {
  const object: JsonObject = {};
  for (const [key, value] of entries) {
    setMember(object, key, value);
  }
  return object;
}
