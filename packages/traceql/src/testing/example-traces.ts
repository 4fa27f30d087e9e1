import { type ExampleSpan, setD, traceIdsOfSetD } from '@spanhouse/span-dialects/testing';
import type { FlatAttributes, Trace, TracedSpan, Value } from '../evaluate/traced-span.js';

const T0 = 1_777_629_600_000_000_000n;
const NS_PER_MS = 1_000_000;
const statuses = ['unset', 'ok', 'error'] as const;

type Attributes = NonNullable<ExampleSpan['attributes']>;

function toValue(value: Attributes[string]): Value {
  switch (typeof value) {
    case 'string':
      return { type: 'string', value };
    case 'boolean':
      return { type: 'bool', value };
    case 'number':
      return Number.isInteger(value)
        ? { type: 'int', value: BigInt(value) }
        : { type: 'float', value };
    default:
      return { type: 'list', values: value.map((text) => ({ type: 'string', value: text })) };
  }
}

function toAttributes(members: Attributes = {}): FlatAttributes {
  return new Map(Object.entries(members).map(([key, value]) => [key, toValue(value)]));
}

function timeAt(ms: number): bigint {
  return T0 + BigInt(Math.round(ms * NS_PER_MS));
}

function toTracedSpan(span: ExampleSpan): TracedSpan {
  const { id, parent, service = '', env, scope: [name, version] = ['', ''] } = span;
  const { status: [code, status_message = ''] = [0 as const], events = [], links = [] } = span;
  return {
    span_id: id.padStart(16, '0'),
    parent_id: parent?.padStart(16, '0') ?? '',
    start_time: timeAt(span.at),
    end_time: timeAt(span.at + span.ms),
    span_name: span.name,
    kind: span.kind,
    status: statuses[code],
    status_message,
    attributes: toAttributes(span.attributes),
    resource: toAttributes({
      'service.name': service,
      ...(env !== undefined && { 'deployment.environment': env }),
    }),
    scope: { name, version, attributes: toAttributes() },
    events: events.map(({ name: of, at, attributes }) => ({
      name: of,
      timestamp: timeAt(at),
      attributes: toAttributes(attributes),
    })),
    links: links.map(({ trace, id: of, attributes }) => ({
      trace_id: traceIdsOfSetD[trace],
      span_id: of.padStart(16, '0'),
      attributes: toAttributes(attributes),
    })),
  };
}

/** The traces of set D. */
export const exampleTraces: readonly Trace[] = (['a', 'b', 'c', 'd'] as const).map((trace) => ({
  trace_id: traceIdsOfSetD[trace],
  spans: setD.filter((span) => span.trace === trace).map(toTracedSpan),
}));
