import type { Json } from '../http-client.js';
import { type FixtureSpan, type FixtureTag, hexOf, nanosecondsOf } from './jaeger-fixtures.js';

const NS_PER_US = 1000n;

/** The parts of a span that every format can express. Lists are sorted. Times are in microseconds. */
interface ExampleSpan {
  readonly id: string;
  readonly name: string;
  readonly references: readonly string[];
  readonly start: string;
  readonly duration: string;
  readonly tags: readonly string[];
  readonly logs: readonly (readonly string[])[];
  readonly service: string;
  readonly processTags: readonly string[];
}

interface ComparableTrace {
  readonly id: string;
  readonly spans: readonly ExampleSpan[];
}

type Tag = readonly [key: string, type: string, value: unknown];

/** Converts a fixture. Bytes become a base64 string, because Spanhouse has no type for bytes. */
export function fromFixture(spans: readonly FixtureSpan[]): ComparableTrace {
  return traceOf(
    hexOf(spans[0]?.traceId ?? ''),
    spans.map((span) => ({
      id: hexOf(span.spanId),
      name: span.operationName,
      references: span.references
        .map(({ refType, traceId, spanId }) => `${refType} ${hexOf(traceId)} ${hexOf(spanId)}`)
        .sort(),
      start: microseconds(nanosecondsOf(span.startTime)),
      duration: microseconds(BigInt(Number.parseInt(span.duration, 10))),
      tags: comparableTags(span.tags.map(fixtureTag)),
      logs: inOrder(
        span.logs.map(({ timestamp, fields }) => [
          microseconds(nanosecondsOf(timestamp)),
          ...comparableTags(fields.map(fixtureTag)),
        ]),
      ),
      service: span.process.serviceName,
      processTags: comparableTags(span.process.tags.map(fixtureTag)),
    })),
  );
}

/** Converts a trace of API version 1. */
export function fromV1({ traceID, spans, processes }: Json): ComparableTrace {
  const tagsOf = (tags: readonly Json[]) =>
    comparableTags(tags.map(({ key, type, value }: Json): Tag => [key, type, value]));
  return traceOf(
    traceID.padStart(32, '0'),
    spans.map((span: Json) => ({
      id: span.spanID,
      name: span.operationName,
      references: span.references
        .map((to: Json) => `${to.refType} ${to.traceID.padStart(32, '0')} ${to.spanID}`)
        .sort(),
      start: String(span.startTime),
      duration: String(span.duration),
      tags: tagsOf(span.tags),
      logs: inOrder(
        span.logs.map(({ timestamp, fields }: Json) => [String(timestamp), ...tagsOf(fields)]),
      ),
      service: processes[span.processID].serviceName,
      processTags: tagsOf(processes[span.processID].tags),
    })),
  );
}

/** Converts the traces of API version 3. */
export function fromV3({ result }: Json): readonly ComparableTrace[] {
  const spans = result.resourceSpans.flatMap(({ resource, scopeSpans }: Json) => {
    const resourceTags: readonly Tag[] = resource.attributes.map(otlpTag);
    const service = String(resourceTags.find(([key]) => key === 'service.name')?.[2]);
    const processTags = comparableTags(resourceTags.filter(([key]) => key !== 'service.name'));
    return scopeSpans
      .flatMap((scope: Json) => scope.spans)
      .map((span: Json) => [span.traceId, { ...otlpSpan(span), service, processTags }]);
  });
  const byTrace = Map.groupBy(spans as readonly [string, ExampleSpan][], ([traceId]) => traceId);
  return [...byTrace].map(([id, found]) =>
    traceOf(
      id,
      found.map(([, span]) => span),
    ),
  );
}

const kinds = ['', 'internal', 'server', 'client', 'producer', 'consumer'];

function otlpSpan(span: Json): Omit<ExampleSpan, 'service' | 'processTags'> {
  const kind: readonly Tag[] = span.kind === 0 ? [] : [['span.kind', 'string', kinds[span.kind]]];
  const parent =
    span.parentSpanId === undefined ? [] : [`CHILD_OF ${span.traceId} ${span.parentSpanId}`];
  const start = BigInt(span.startTimeUnixNano);
  return {
    id: span.spanId,
    name: span.name,
    references: [
      ...parent,
      ...span.links.map(({ traceId, spanId, attributes }: Json) => {
        const type = attributes[0].value.stringValue.toUpperCase();
        return `${type} ${traceId} ${spanId}`;
      }),
    ].sort(),
    start: microseconds(start),
    duration: microseconds(BigInt(span.endTimeUnixNano) - start),
    tags: comparableTags([...span.attributes.map(otlpTag), ...kind]),
    logs: inOrder(
      span.events.map(({ timeUnixNano, attributes }: Json) => [
        microseconds(BigInt(timeUnixNano)),
        ...comparableTags(attributes.map(otlpTag)),
      ]),
    ),
  };
}

const fixtureTypes = {
  STRING: 'string',
  BOOL: 'bool',
  INT64: 'int64',
  FLOAT64: 'float64',
  BINARY: 'string',
} as const;

function fixtureTag({ key, vType, vStr, vBool, vInt64, vFloat64, vBinary }: FixtureTag): Tag {
  return [key, fixtureTypes[vType], vStr ?? vBool ?? vInt64 ?? vFloat64 ?? vBinary];
}

const otlpTypes: Readonly<Record<string, string>> = {
  stringValue: 'string',
  boolValue: 'bool',
  intValue: 'int64',
  doubleValue: 'float64',
};

function otlpTag({ key, value }: Json): Tag {
  const [[type = '', content] = []] = Object.entries(value);
  return [key, otlpTypes[type] ?? type, content];
}

/** Converts tags. Omits the attributes and log names that Spanhouse adds. */
function comparableTags(tags: readonly Tag[]): readonly string[] {
  return tags
    .filter(([key, , value]) => !(key.startsWith('ag.') || (key === 'event' && value === '')))
    .map(([key, type, value]) => `${key} ${type} ${value}`)
    .sort();
}

function traceOf(id: string, spans: readonly ExampleSpan[]): ComparableTrace {
  return { id, spans: spans.toSorted((left, right) => (left.id < right.id ? -1 : 1)) };
}

function inOrder(logs: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return logs.toSorted((left, right) => (left.join() < right.join() ? -1 : 1));
}

function microseconds(nanoseconds: bigint): string {
  return String(nanoseconds / NS_PER_US);
}
