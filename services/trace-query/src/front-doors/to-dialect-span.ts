import type { DialectSpan } from '@spanhouse/span-dialects/spans';
import type { StoredSpan } from '@spanhouse/span-row';
import {
  type InstrumentationScope,
  type JsonObject,
  parseTimestamp,
  type SpanEvent,
  type SpanLink,
  type SpanResource,
} from '@spanhouse/span-schema';
import { parseIfStored, parseStoredJson } from '../span-json/parse-stored-json.js';
import { attributesJson } from '../span-json/write-span-json.js';

/** A stored event, whose time is a string. */
type StoredEvent = Omit<SpanEvent, 'timestamp'> & { readonly timestamp: string };

/** Parses a stored span. Attributes that were not read are empty. */
export function toDialectSpan(span: StoredSpan): DialectSpan {
  return { ...toSpanWithoutOrigin(span), resource: resourceOf(span), scope: scopeOf(span) };
}

/** Parses a resource. Caches the result, because many spans share the same resource. */
export function resourceOf({ resource }: Pick<StoredSpan, 'resource'>): SpanResource | undefined {
  return parseIfStored<SpanResource>(resource);
}

export function scopeOf({ scope }: Pick<StoredSpan, 'scope'>): InstrumentationScope | undefined {
  return parseIfStored<InstrumentationScope>(scope);
}

/** Parses a span without its resource and scope. */
export function toSpanWithoutOrigin(span: StoredSpan): Omit<DialectSpan, 'resource' | 'scope'> {
  const { links, attributes } = span;
  return {
    ...span,
    attributes: attributes === '' ? {} : parseStoredJson<JsonObject>(attributesJson(span)),
    events: eventsOf(span),
    links: parseIfStored<readonly SpanLink[]>(links) ?? [],
  };
}

export function eventsOf({ events }: Pick<StoredSpan, 'events'>): readonly SpanEvent[] {
  return (parseIfStored<readonly StoredEvent[]>(events) ?? []).map(({ timestamp, ...event }) => ({
    ...event,
    timestamp: parseTimestamp(timestamp) ?? 0n,
  }));
}
