import { type DialectSpan, eventsByTime } from './dialect-span.js';
import { type FlatAttribute, flattenSpanAttributes } from './flat-attributes.js';

/** A span as OTLP represents it, without its resource and scope. */
export interface ShownSpan extends Omit<DialectSpan, 'resource' | 'scope' | 'attributes'> {
  readonly attributes: readonly FlatAttribute[];
}

/**
 * Converts a span. If the span is on a cycle of parents, it is shown without a parent, because clients would otherwise
 * hide it. An attribute then contains the parent's id.
 */
export function toShownSpan(
  span: Omit<DialectSpan, 'resource' | 'scope'>,
  isCyclic: boolean,
): ShownSpan {
  const { parent_id = '', attributes, events } = span;
  const flat = flattenSpanAttributes(attributes);
  return {
    ...span,
    parent_id: isCyclic ? undefined : span.parent_id,
    attributes: isCyclic ? [...flat, ['spanhouse.parent_id', parent_id]] : flat,
    events: eventsByTime(events),
  };
}
