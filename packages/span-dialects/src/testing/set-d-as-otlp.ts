import {
  type Attributes,
  type ExampleSpan,
  kinds,
  setD,
  traceIdsOfSetD,
  type Value,
} from './set-d.js';

const T0_NS = 1_777_629_600_000_000_000n;
const NS_PER_MS = 1_000_000;

/**
 * Returns set D as the body of an OTLP/JSON export request, with 13 spans in 4 traces. The first trace starts at
 * `t0Ns`.
 */
export function setDAsOtlp(t0Ns = T0_NS): object {
  const timeAt = (ms: number) => String(t0Ns + BigInt(Math.round(ms * NS_PER_MS)));
  return { resourceSpans: setD.map((span) => toResourceSpans(span, timeAt)) };
}

type TimeAt = (ms: number) => string;

function toResourceSpans(
  { service, env, scope: [name, version] = ['', ''], ...span }: ExampleSpan,
  timeAt: TimeAt,
): object {
  const resource = {
    ...(service !== undefined && { 'service.name': service }),
    ...(env !== undefined && { 'deployment.environment': env }),
  };
  const scope = name === '' ? {} : { scope: { name, version } };
  return {
    resource: { attributes: toPairs(resource) },
    scopeSpans: [{ ...scope, spans: [toSpan(span, timeAt)] }],
  };
}

function toSpan(span: Omit<ExampleSpan, 'service' | 'env' | 'scope'>, timeAt: TimeAt): object {
  const { trace, id, parent, name, at, ms, kind, status: [code, message] = [], links = [] } = span;
  return {
    traceId: traceIdsOfSetD[trace],
    spanId: spanIdOf(id),
    ...(parent !== undefined && { parentSpanId: spanIdOf(parent) }),
    name,
    kind: kinds.indexOf(kind),
    startTimeUnixNano: timeAt(at),
    endTimeUnixNano: timeAt(at + ms),
    status: { ...(code !== undefined && { code }), ...(message !== undefined && { message }) },
    attributes: toPairs(span.attributes ?? {}),
    events: (span.events ?? []).map((event) => ({
      name: event.name,
      timeUnixNano: timeAt(event.at),
      attributes: toPairs(event.attributes),
    })),
    links: links.map((link) => ({
      traceId: traceIdsOfSetD[link.trace],
      spanId: spanIdOf(link.id),
      attributes: toPairs(link.attributes),
    })),
  };
}

function spanIdOf(name: string): string {
  return name.padStart(16, '0');
}

function toPairs(attributes: Attributes): readonly object[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: toAnyValue(value) }));
}

function toAnyValue(value: Value): object {
  switch (typeof value) {
    case 'string':
      return { stringValue: value };
    case 'boolean':
      return { boolValue: value };
    case 'number':
      return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
    default:
      return { arrayValue: { values: value.map(toAnyValue) } };
  }
}
