import type { Literal } from '../tree/expression.js';
import type { Field, IntrinsicName } from '../tree/field.js';
import type { TraceShape } from './trace-shape.js';
import type { TracedSpan, Value } from './traced-span.js';

type SpanEvent = TracedSpan['events'][number];
type SpanLink = TracedSpan['links'][number];

/** A span and the trace that it belongs to. */
export interface PlacedSpan {
  readonly span: TracedSpan;
  readonly position: number;
  readonly shape: TraceShape;
  /** Service of the trace's root span; `''` if the root is missing or has no service. */
  readonly rootService: string;
}

/** A span with one of its events and one of its links. */
export interface Binding {
  readonly placed: PlacedSpan;
  readonly event: SpanEvent | undefined;
  readonly link: SpanLink | undefined;
}

/** Reads a value for a binding. Undefined means nil. */
export type Read = (binding: Binding) => Value | undefined;

export function createReader(field: Field): Read {
  if (field.kind === 'intrinsic') {
    return intrinsicReaders[field.name];
  }
  const { scope, name } = field;
  switch (scope) {
    case 'span':
      return ({ placed }) => placed.span.attributes.get(name);
    case 'resource':
      return ({ placed }) => placed.span.resource.get(name);
    case 'event':
      return ({ event }) => event?.attributes.get(name);
    case 'link':
      return ({ link }) => link?.attributes.get(name);
    case 'instrumentation':
      return ({ placed }) => placed.span.scope.attributes.get(name);
    case undefined:
      return ({ placed: { span }, event, link }) =>
        span.attributes.get(name) ??
        span.resource.get(name) ??
        event?.attributes.get(name) ??
        link?.attributes.get(name) ??
        span.scope.attributes.get(name);
  }
}

const intrinsicReaders: Readonly<Record<IntrinsicName, Read>> = {
  name: ({ placed }) => text(placed.span.span_name),
  duration: ({ placed }) => duration(lengthOf(placed.span)),
  status: ({ placed }) => ({ type: 'status', value: placed.span.status }),
  statusMessage: ({ placed }) => text(placed.span.status_message),
  kind: ({ placed }) => ({ type: 'kind', value: placed.span.kind }),
  rootName: ({ placed: { shape } }) => text(shape.spans[shape.root ?? -1]?.span_name ?? ''),
  rootServiceName: ({ placed }) => text(placed.rootService),
  traceDuration: ({ placed }) => duration(placed.shape.duration),
  nestedSetLeft: ({ placed: { shape, position } }) => int(shape.leftOf(position)),
  nestedSetRight: ({ placed: { shape, position } }) => int(shape.rightOf(position)),
  nestedSetParent: ({ placed: { shape, position } }) => int(shape.leftOfParent(position)),
  'span:id': ({ placed }) => text(placed.span.span_id),
  'span:parentID': ({ placed }) => text(placed.span.parent_id),
  'span:childCount': ({ placed: { shape, position } }) => int(shape.childCountOf(position)),
  'trace:id': ({ placed }) => text(placed.shape.trace_id),
  'event:name': ({ event }) => event && text(event.name),
  'event:timeSinceStart': ({ placed, event }) =>
    event && duration(event.timestamp - placed.span.start_time),
  'link:traceID': ({ link }) => link && text(link.trace_id),
  'link:spanID': ({ link }) => link && text(link.span_id),
  'instrumentation:name': ({ placed }) => text(placed.span.scope.name),
  'instrumentation:version': ({ placed }) => text(placed.span.scope.version),
};

function lengthOf({ start_time, end_time }: TracedSpan): bigint {
  return end_time > start_time ? end_time - start_time : 0n;
}

function text(value: string): Literal {
  return { type: 'string', value };
}

function int(value: number): Literal {
  return { type: 'int', value: BigInt(value) };
}

function duration(value: bigint): Literal {
  return { type: 'duration', value };
}
