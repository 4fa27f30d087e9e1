import type { StoredSpan } from '@spanhouse/span-row';
import {
  type CallNode,
  type OutlineNode,
  outlineFlags,
  type SummaryNode,
} from '../trace-reader.js';
import { toFilterableSpan } from './to-filterable-span.js';

interface Attributes {
  readonly ag?: {
    readonly exception?: unknown;
    readonly data?: object;
    readonly session?: { readonly id?: unknown };
    readonly user?: { readonly id?: unknown };
    readonly meta?: {
      readonly request?: { readonly model?: unknown };
      readonly response?: { readonly model?: unknown };
    };
  };
}

/** Creates the outline node for a complete span. */
export function toOutlineNode(span: StoredSpan): OutlineNode {
  const { attributes, events, links, references, resource: _, scope, ...node } = span;
  const { ag = {} } = JSON.parse(attributes) as Attributes;
  const { data = {} } = ag;
  const names: readonly string[] =
    events === undefined
      ? []
      : (JSON.parse(events) as { readonly name: string }[]).map(({ name }) => name);
  const marks: readonly (readonly [number, boolean])[] = [
    [outlineFlags.events, events !== undefined],
    [outlineFlags.links, links !== undefined],
    [outlineFlags.exception, names.includes('exception') || 'exception' in ag],
    [outlineFlags.input, 'inputs' in data],
    [outlineFlags.output, 'outputs' in data],
    [outlineFlags.references, references !== undefined],
  ];
  return {
    ...node,
    scope,
    // The roll-up reads the response id from the attributes.
    attributes,
    service_name: serviceOf(span),
    model: modelOf({ ag }),
    attribute_bytes: Buffer.byteLength(attributes),
    flags: marks.reduce((sum, [bit, isSet]) => sum + (isSet ? bit : 0), 0),
  };
}

/** Creates the summary node for a complete span. */
export function toSummaryNode(span: StoredSpan, is_matched: boolean): SummaryNode {
  const { attributes, resource: _, ...node } = span;
  const parsed = JSON.parse(attributes) as Attributes;
  return {
    ...node,
    attributes,
    service_name: serviceOf(span),
    model: modelOf(parsed),
    session_id: idOf(parsed.ag?.session),
    user_id: idOf(parsed.ag?.user),
    is_matched,
  };
}

/** Creates the call node for a complete span. */
export function toCallNode(span: StoredSpan): CallNode {
  const { span_id, parent_id, start_time, span_type, span_name, status_code } = span;
  const { duration } = JSON.parse(span.metrics) as { duration?: { cumulative?: number } };
  return {
    span_id,
    parent_id,
    start_time,
    span_type,
    span_name,
    status_code,
    service_name: serviceOf(span),
    model: modelOf(JSON.parse(span.attributes) as Attributes),
    duration: duration?.cumulative,
  };
}

function modelOf({ ag = {} }: Attributes): string | undefined {
  const { meta = {} } = ag;
  return textOf(meta.response?.model) ?? textOf(meta.request?.model);
}

function idOf(actor: { readonly id?: unknown } | undefined): string | undefined {
  return typeof actor?.id === 'string' ? actor.id : undefined;
}

function serviceOf(span: StoredSpan): string | undefined {
  return toFilterableSpan(span).service_name || undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
