import {
  isSlug,
  type JsonObject,
  type JsonValue,
  parseSpanId,
  parseTimestamp,
  parseTraceId,
  parseUuid,
  type SpanEvent,
  type SpanHash,
  type SpanLink,
  type SpanReference,
  withoutUndefined,
} from '@spanhouse/span-schema';
import type { DropCode } from '../submission/dropped-span.js';
import { missingMember, missingOrWrong, wrongValue } from '../submission/span-fault.js';
import { countIn, objectIn, readEntries, textIn } from './span-members.js';

type List = readonly JsonValue[] | undefined;

/** Reads the entries of a span's lists. Throws the first fault that it finds. */
export function readSpanLists(lists: Record<'events' | 'links' | 'references' | 'hashes', List>) {
  const { events, links, references, hashes } = lists;
  return {
    events: events && readEntries(events, { name: 'events', code: 'invalid_event' }, readEvent),
    links: links && readEntries(links, { name: 'links', code: 'invalid_link' }, readLink),
    references:
      references &&
      readEntries(references, { name: 'references', code: 'invalid_reference' }, readReference),
    hashes: hashes && readEntries(hashes, { name: 'hashes', code: 'invalid_hash' }, readHash),
  };
}

function readEvent(entry: JsonObject): SpanEvent {
  const code = 'invalid_event';
  const name = textIn(entry, 'name', code);
  const attributes = attributesIn(entry, code);
  const dropped_attributes_count = countIn(entry, 'dropped_attributes_count', code) || undefined;
  if (name === undefined) {
    throw missingMember(code, ['name']);
  }
  const timestamp = parseTimestamp(entry['timestamp']);
  if (timestamp === undefined) {
    throw missingOrWrong(code, entry, { key: 'timestamp', reason: 'is not a usable time' });
  }
  return withoutUndefined({ name, timestamp, attributes, dropped_attributes_count });
}

function readLink(entry: JsonObject): SpanLink {
  const code = 'invalid_link';
  const trace_state = textIn(entry, 'trace_state', code);
  const attributes = attributesIn(entry, code);
  const flags = countIn(entry, 'flags', code);
  const dropped_attributes_count = countIn(entry, 'dropped_attributes_count', code) || undefined;
  const trace_id = parseTraceId(entry['trace_id']);
  const span_id = parseSpanId(entry['span_id']);
  if (trace_id === undefined || span_id === undefined) {
    const key = trace_id === undefined ? 'trace_id' : 'span_id';
    throw missingOrWrong(code, entry, { key, reason: 'is not a valid id' });
  }
  const ids = { trace_id, span_id };
  return withoutUndefined({ ...ids, attributes, dropped_attributes_count, trace_state, flags });
}

function readReference(entry: JsonObject): SpanReference {
  const code = 'invalid_reference';
  const slug = textIn(entry, 'slug', code);
  const version = textIn(entry, 'version', code);
  const attributes = attributesIn(entry, code);
  if (slug !== undefined && !isSlug(slug)) {
    throw wrongValue(code, { loc: ['slug'], input: slug }, 'is not a valid slug');
  }
  return withoutUndefined({ id: uuidIn(entry, code), slug, version, attributes });
}

function readHash(entry: JsonObject): SpanHash {
  const code = 'invalid_hash';
  const attributes = attributesIn(entry, code);
  return withoutUndefined({ id: uuidIn(entry, code), attributes });
}

function uuidIn(entry: JsonObject, code: DropCode): string | undefined {
  const input = entry['id'] ?? undefined;
  const id = input === undefined ? undefined : parseUuid(input);
  if (input !== undefined && id === undefined) {
    throw wrongValue(code, { loc: ['id'], input }, 'is not a UUID');
  }
  return id;
}

/** Reads the attributes of an entry. Empty attributes are treated as absent. */
function attributesIn(entry: JsonObject, code: DropCode): JsonObject | undefined {
  const attributes = objectIn(entry, 'attributes', code);
  return attributes === undefined || Object.keys(attributes).length === 0 ? undefined : attributes;
}
