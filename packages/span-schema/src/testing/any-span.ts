import fc from 'fast-check';
import type { JsonObject } from '../json/json.js';
import type { CanonicalSpan, SpanMetrics } from '../span/span.js';
import { spanKinds, spanTypes, statusCodes } from '../span/span-enums.js';
import { anyJsonObject, anyNumber, anyPartial, anyText, anyUint32 } from './any-json.js';
import { anyEvents, anyHashes, anyLinks, anyReferences } from './any-lists.js';

const MIN_NS = -2_208_988_800_000_000_000n;
const MAX_NS = 9_223_372_036_854_775_807n;

export function anyTraceId(): fc.Arbitrary<string> {
  return anyHex(32);
}

export function anySpanId(): fc.Arbitrary<string> {
  return anyHex(16);
}

/** Generates times in the whole accepted range, some with nanosecond digits. */
export function anyTimeNs(): fc.Arbitrary<bigint> {
  return fc.oneof(
    fc.bigInt({ min: MIN_NS, max: MAX_NS }),
    fc.bigInt({ min: 1_600_000_000_000_000n, max: 1_900_000_000_000_000n }).map((us) => us * 1000n),
    fc.constantFrom(MIN_NS, MAX_NS, 0n, -1n, 1n),
  );
}

export function anyMetrics(): fc.Arbitrary<SpanMetrics> {
  const scalar = anyPartial({ cumulative: anyNumber(), incremental: anyNumber() });
  const counts = anyPartial({ cumulative: anyCounts(), incremental: anyCounts() });
  return fc.record({ duration: scalar, errors: scalar, tokens: counts, costs: counts });
}

/** Generates every span that normalisation can produce, and some spans with other content. */
export function anyCanonicalSpan(): fc.Arbitrary<CanonicalSpan> {
  return fc.record({
    trace_id: anyTraceId(),
    span_id: anySpanId(),
    parent_id: maybe(anySpanId()),
    trace_type: fc.constantFrom('invocation', 'annotation'),
    span_type: fc.constantFrom(...spanTypes),
    has_type_span: fc.boolean(),
    span_kind: fc.constantFrom(...spanKinds),
    span_name: anyText(),
    start_time: anyTimeNs(),
    end_time: anyTimeNs(),
    status_code: fc.constantFrom(...statusCodes),
    status_message: maybe(anyText()),
    session_id: maybe(anyText()),
    user_id: maybe(anyText()),
    agent_id: maybe(anyText()),
    attributes: anyCanonicalAttributes(),
    metrics: anyMetrics(),
    submitted_cumulative: maybe(
      anyPartial({ errors: anyNumber(), tokens: anyCounts(), costs: anyCounts() }),
    ),
    has_mapped_usage: fc.boolean(),
    references: maybe(anyReferences()),
    links: maybe(anyLinks(anyTraceId(), anySpanId())),
    hashes: maybe(anyHashes()),
    events: maybe(anyEvents(anyTimeNs())),
    resource: maybe(anyResource()),
    scope: maybe(anyScope()),
    trace_state: maybe(anyText()),
    flags: maybe(anyUint32()),
    dropped_attributes_count: anyUint32(),
    dropped_events_count: anyUint32(),
    dropped_links_count: anyUint32(),
    pricing: maybe(fc.record({ table: anyText(), version: anyText(), model: anyText() })),
  });
}

export function anyResource() {
  const members = { dropped_attributes_count: anyUint32(), schema_url: anyText() };
  return anyPartial({ ...members, attributes: anyJsonObject() }, ['attributes']);
}

export function anyScope() {
  return anyPartial({
    name: anyText(),
    version: anyText(),
    attributes: anyJsonObject(),
    dropped_attributes_count: anyUint32(),
    schema_url: anyText(),
  });
}

/** Builds a plain span with the given members. Tests pass only the members that matter to them. */
export function aCanonicalSpan(members: Partial<CanonicalSpan> = {}): CanonicalSpan {
  return {
    trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
    span_id: '00f067aa0ba902b7',
    parent_id: undefined,
    trace_type: 'invocation',
    span_type: 'task',
    has_type_span: false,
    span_kind: 'SPAN_KIND_UNSPECIFIED',
    span_name: 'ask',
    start_time: 1_777_629_600_000_000_000n,
    end_time: 1_777_629_601_500_000_000n,
    status_code: 'STATUS_CODE_UNSET',
    status_message: undefined,
    session_id: undefined,
    user_id: undefined,
    agent_id: undefined,
    attributes: { ag: { data: {} } },
    metrics: { duration: { cumulative: 1500 }, errors: {}, tokens: {}, costs: {} },
    submitted_cumulative: undefined,
    has_mapped_usage: false,
    references: undefined,
    links: undefined,
    hashes: undefined,
    events: undefined,
    resource: undefined,
    scope: undefined,
    trace_state: undefined,
    flags: undefined,
    dropped_attributes_count: 0,
    dropped_events_count: 0,
    dropped_links_count: 0,
    pricing: undefined,
    ...members,
  };
}

function anyHex(length: number): fc.Arbitrary<string> {
  return fc
    .string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length })
    .filter((id) => !/^0+$/.test(id));
}

function maybe<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(arbitrary, { nil: undefined });
}

function anyCounts(): fc.Arbitrary<JsonObject> {
  return fc.dictionary(fc.constantFrom('prompt', 'completion', 'total', 'cached'), anyNumber(), {
    noNullPrototype: true,
  });
}

/** Generates attributes with `ag` as the last key. Its value contains `data`. */
function anyCanonicalAttributes(): fc.Arbitrary<JsonObject> {
  return fc.tuple(anyJsonObject(), anyJsonObject(), anyJsonObject()).map(([own, outputs, meta]) => {
    const attributes: JsonObject = { ...own };
    delete attributes['ag'];
    attributes['ag'] = { data: { outputs }, meta };
    return attributes;
  });
}
