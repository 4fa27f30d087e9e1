import type { TracedSpan, Value } from '../../evaluate/traced-span.js';
import type { Literal } from '../../tree/expression.js';
import type { Field, IntrinsicName } from '../../tree/field.js';
import type { TraceTree } from './trace-tree.js';

/** Event and link for which a condition is evaluated. */
export interface Companions {
  readonly event: TracedSpan['events'][number] | undefined;
  readonly link: TracedSpan['links'][number] | undefined;
}

/** A span and the trace that it belongs to. */
export interface Seen extends Companions {
  readonly tree: TraceTree;
  readonly span: TracedSpan;
}

/** Returns the value of a field; undefined for nil. */
export function readField(field: Field, seen: Seen): Value | undefined {
  if (field.kind === 'intrinsic') {
    return readIntrinsic(field.name, seen);
  }
  const { scope, name } = field;
  const { span, event, link } = seen;
  const scopes = {
    span: span.attributes,
    resource: span.resource,
    event: event?.attributes,
    link: link?.attributes,
    instrumentation: span.scope.attributes,
  };
  return scope === undefined
    ? Object.values(scopes)
        .find((attributes) => attributes?.has(name))
        ?.get(name)
    : scopes[scope]?.get(name);
}

function readIntrinsic(name: IntrinsicName, seen: Seen): Value | undefined {
  const { span, tree } = seen;
  switch (name) {
    case 'name':
      return text(span.span_name);
    case 'statusMessage':
      return text(span.status_message);
    case 'status':
      return { type: 'status', value: span.status };
    case 'kind':
      return { type: 'kind', value: span.kind };
    case 'duration':
      return duration(span.end_time < span.start_time ? 0n : span.end_time - span.start_time);
    case 'span:id':
      return text(span.span_id);
    case 'span:parentID':
      return text(span.parent_id);
    case 'span:childCount':
      return int(BigInt(tree.childrenOf(span).length));
    case 'instrumentation:name':
      return text(span.scope.name);
    case 'instrumentation:version':
      return text(span.scope.version);
    default:
      return readOfTrace(name, seen) ?? readOfCompanion(name, seen);
  }
}

function readOfTrace(name: IntrinsicName, { span, tree }: Seen): Value | undefined {
  switch (name) {
    case 'rootName':
      return text(tree.root?.span_name ?? '');
    case 'rootServiceName': {
      const service = tree.root?.resource.get('service.name');
      return text(service?.type === 'string' ? service.value : '');
    }
    case 'traceDuration':
      return duration(tree.duration);
    case 'trace:id':
      return text(tree.trace.trace_id);
    case 'nestedSetLeft':
      return int(tree.nestedSetOf(span).left);
    case 'nestedSetRight':
      return int(tree.nestedSetOf(span).right);
    case 'nestedSetParent':
      return int(tree.nestedSetOf(span).parent);
    default:
      return undefined;
  }
}

function readOfCompanion(name: IntrinsicName, { span, event, link }: Seen): Value | undefined {
  switch (name) {
    case 'event:name':
      return event && text(event.name);
    case 'event:timeSinceStart':
      return event && duration(event.timestamp - span.start_time);
    case 'link:traceID':
      return link && text(link.trace_id);
    case 'link:spanID':
      return link && text(link.span_id);
    default:
      return undefined;
  }
}

function text(value: string): Literal {
  return { type: 'string', value };
}

function int(value: bigint): Literal {
  return { type: 'int', value };
}

function duration(value: bigint): Literal {
  return { type: 'duration', value };
}
