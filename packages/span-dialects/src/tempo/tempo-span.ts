import type { SpanResource } from '@spanhouse/span-schema';
import { type DialectSpan, eventsByTime } from '../spans/dialect-span.js';
import {
  type FlatAttribute,
  flattenAttributes,
  flattenSpanAttributes,
} from '../spans/flat-attributes.js';

/** A span in the form of Tempo, without its resource and scope. */
export interface ShownSpan extends Omit<DialectSpan, 'resource' | 'scope' | 'attributes'> {
  readonly attributes: readonly FlatAttribute[];
}

/**
 * Returns a span in the form of Tempo. A span on a cycle of parents is shown without its parent, because clients would
 * otherwise hide it. An attribute contains the parent's id.
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

/**
 * Returns the attributes of a resource. The list has at least one attribute, because clients of Tempo fail on an empty
 * list.
 */
export function shownResource(resource: SpanResource | undefined): readonly FlatAttribute[] {
  const attributes = flattenAttributes(resource?.attributes);
  return attributes.length === 0 ? [['service.name', '']] : attributes;
}
