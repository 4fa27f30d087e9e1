import {
  isJsonObject,
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
import {
  missingMember,
  missingOrWrong,
  SpanFault,
  wrongType,
  wrongValue,
} from '../submission/span-fault.js';
import {
  countIn,
  findShapeFault,
  listIn,
  type MemberTypes,
  objectIn,
  textIn,
} from './span-members.js';

/** The lists of one span. */
export interface SpanLists {
  events: readonly SpanEvent[] | undefined;
  links: readonly SpanLink[] | undefined;
  references: readonly SpanReference[] | undefined;
  hashes: readonly SpanHash[] | undefined;
}

/** Reads the lists of a span, or returns the first fault that it finds. */
export function readSpanLists(span: JsonObject): SpanLists | SpanFault {
  const events = readList(span, eventRules);
  if (events instanceof SpanFault) {
    return events;
  }
  const links = readList(span, linkRules);
  if (links instanceof SpanFault) {
    return links;
  }
  const references = readList(span, referenceRules);
  if (references instanceof SpanFault) {
    return references;
  }
  const hashes = readList(span, hashRules);
  return hashes instanceof SpanFault ? hashes : { events, links, references, hashes };
}

/** The rules for the entries of a list. */
interface EntryRules<Entry> {
  /** The member of the span that contains the list. */
  name: keyof SpanLists;
  code: DropCode;
  types: MemberTypes;
  /** Reads an entry after the types of its members are checked. */
  read: (entry: JsonObject) => Entry | SpanFault;
}

function readList<Entry>(
  span: JsonObject,
  rules: EntryRules<Entry>,
): Entry[] | undefined | SpanFault {
  const list = listIn(span, rules.name);
  if (list === undefined) {
    return undefined;
  }
  const entries: Entry[] = [];
  for (const value of list) {
    const entry = readEntry(value, rules);
    if (entry instanceof SpanFault) {
      return entry.within([rules.name, entries.length]);
    }
    entries.push(entry);
  }
  return entries;
}

function readEntry<Entry>(value: JsonValue, rules: EntryRules<Entry>): Entry | SpanFault {
  if (!isJsonObject(value)) {
    return wrongType(rules.code, { loc: [], input: value }, 'object');
  }
  return findShapeFault(rules.code, value, rules.types) ?? rules.read(value);
}

const eventRules: EntryRules<SpanEvent> = {
  name: 'events',
  code: 'invalid_event',
  types: { strings: ['name'], objects: ['attributes'], integers: ['dropped_attributes_count'] },
  read: (entry) => {
    const name = textIn(entry, 'name');
    const timestamp = parseTimestamp(entry['timestamp']);
    if (name === undefined) {
      return missingMember('invalid_event', ['name']);
    }
    return timestamp === undefined
      ? missingOrWrong('invalid_event', entry, { key: 'timestamp', reason: 'is not a usable time' })
      : withoutUndefined({ name, timestamp, ...freeMembers(entry) });
  },
};

const linkRules: EntryRules<SpanLink> = {
  name: 'links',
  code: 'invalid_link',
  types: {
    strings: ['trace_state'],
    objects: ['attributes'],
    integers: ['flags', 'dropped_attributes_count'],
  },
  read: (entry) => {
    const traceId = parseTraceId(entry['trace_id']);
    const spanId = parseSpanId(entry['span_id']);
    if (traceId === undefined || spanId === undefined) {
      const key = traceId === undefined ? 'trace_id' : 'span_id';
      return missingOrWrong('invalid_link', entry, { key, reason: 'is not a valid id' });
    }
    return withoutUndefined({
      trace_id: traceId,
      span_id: spanId,
      ...freeMembers(entry),
      trace_state: textIn(entry, 'trace_state'),
      flags: countIn(entry, 'flags'),
    });
  },
};

const referenceRules: EntryRules<SpanReference> = {
  name: 'references',
  code: 'invalid_reference',
  types: { strings: ['slug', 'version'], objects: ['attributes'] },
  read: (entry) => {
    const slug = textIn(entry, 'slug');
    if (slug !== undefined && !isSlug(slug)) {
      return wrongValue('invalid_reference', { loc: ['slug'], input: slug }, 'is not a valid slug');
    }
    const id = readUuid('invalid_reference', entry);
    const version = textIn(entry, 'version');
    return id instanceof SpanFault
      ? id
      : withoutUndefined({ id, slug, version, attributes: attributesOf(entry) });
  },
};

const hashRules: EntryRules<SpanHash> = {
  name: 'hashes',
  code: 'invalid_hash',
  types: { objects: ['attributes'] },
  read: (entry) => {
    const id = readUuid('invalid_hash', entry);
    return id instanceof SpanFault ? id : withoutUndefined({ id, attributes: attributesOf(entry) });
  },
};

function readUuid(code: DropCode, entry: JsonObject): string | undefined | SpanFault {
  const input = entry['id'] ?? null;
  return input === null
    ? undefined
    : (parseUuid(input) ?? wrongValue(code, { loc: ['id'], input }, 'is not a UUID'));
}

/** Returns the members that events and links have in common. Empty attributes and a zero count are left out. */
function freeMembers(entry: JsonObject) {
  return {
    attributes: attributesOf(entry),
    dropped_attributes_count: countIn(entry, 'dropped_attributes_count') || undefined,
  };
}

function attributesOf(entry: JsonObject): JsonObject | undefined {
  const attributes = objectIn(entry, 'attributes');
  return attributes === undefined || Object.keys(attributes).length === 0 ? undefined : attributes;
}
