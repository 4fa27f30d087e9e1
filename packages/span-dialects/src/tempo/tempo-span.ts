import type { SpanResource } from '@spanhouse/span-schema';
import { type DialectSpan, eventsByTime } from '../spans/dialect-span.js';
import {
  type FlatAttribute,
  flattenAttributes,
  flattenSpanAttributes,
} from '../spans/flat-attributes.js';

/** A span as Tempo shows it, without its resource and scope. */
export interface ShownSpan extends Omit<DialectSpan, 'resource' | 'scope' | 'attributes'> {
  readonly attributes: readonly FlatAttribute[];
}

/**
 * Returns a span as Tempo shows it. A span on a cycle of parents is shown without its parent, because clients would
 * hide it. The parent becomes an attribute.
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

/** Returns the attributes of a resource, at least one: clients of Tempo fail on a resource without attributes. */
export function shownResource(resource: SpanResource | undefined): readonly FlatAttribute[] {
  const attributes = flattenAttributes(resource?.attributes);
  return attributes.length === 0 ? [['service.name', '']] : attributes;
}
