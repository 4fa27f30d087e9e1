import type { Location } from '@spanhouse/span-schema';
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
} from '@spanhouse/span-schema';
import type { DropCode } from '../submission/dropped-span.js';
import { missingMember, SpanFault, wrongType, wrongValue } from '../submission/span-fault.js';
import { countIn, findShapeFault, type MemberTypes, objectIn, textIn } from './span-members.js';

/** Reads the events of a span, or returns the first fault. */
export function readEvents(list: readonly JsonValue[]): SpanEvent[] | SpanFault {
  return readEntries(list, eventRules);
}

/** Reads the links of a span, or returns the first fault. */
export function readLinks(list: readonly JsonValue[]): SpanLink[] | SpanFault {
  return readEntries(list, linkRules);
}

/** Reads the references of a span, or returns the first fault. */
export function readReferenceList(list: readonly JsonValue[]): SpanReference[] | SpanFault {
  return readEntries(list, referenceRules);
}

/** Reads the hashes of a span, or returns the first fault. */
export function readHashes(list: readonly JsonValue[]): SpanHash[] | SpanFault {
  return readEntries(list, hashRules);
}

/** The rules for the entries of one list. */
interface EntryRules<Entry> {
  /** The name of the list, with which the location of a fault begins. */
  name: string;
  code: DropCode;
  types: MemberTypes;
  /** Reads an entry whose members have the right types. */
  read: (entry: JsonObject) => Entry | SpanFault;
}

function readEntries<Entry>(
  list: readonly JsonValue[],
  rules: EntryRules<Entry>,
): Entry[] | SpanFault {
  const entries: Entry[] = [];
  for (let at = 0; at < list.length; at++) {
    const entry = readEntry(list[at] as JsonValue, rules);
    if (entry instanceof SpanFault) {
      return entry.within([rules.name, at]);
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
      : { name, timestamp, ...freeMembers(entry) };
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
    const traceState = textIn(entry, 'trace_state');
    const flags = countIn(entry, 'flags');
    return {
      trace_id: traceId,
      span_id: spanId,
      ...freeMembers(entry),
      ...(traceState === undefined ? {} : { trace_state: traceState }),
      ...(flags === undefined ? {} : { flags }),
    };
  },
};

const referenceRules: EntryRules<SpanReference> = {
  name: 'references',
  code: 'invalid_reference',
  types: { strings: ['slug', 'version'], objects: ['attributes'] },
  read: (entry) => {
    const slug = textIn(entry, 'slug');
    const version = textIn(entry, 'version');
    if (slug !== undefined && !isSlug(slug)) {
      return wrongValue('invalid_reference', { loc: ['slug'], input: slug }, 'is not a valid slug');
    }
    const id = readUuid('invalid_reference', entry);
    if (id instanceof SpanFault) {
      return id;
    }
    return {
      ...id,
      ...(slug === undefined ? {} : { slug }),
      ...(version === undefined ? {} : { version }),
      ...attributesOf(entry),
    };
  },
};

const hashRules: EntryRules<SpanHash> = {
  name: 'hashes',
  code: 'invalid_hash',
  types: { objects: ['attributes'] },
  read: (entry) => {
    const id = readUuid('invalid_hash', entry);
    return id instanceof SpanFault ? id : { ...id, ...attributesOf(entry) };
  },
};

function readUuid(code: DropCode, entry: JsonObject): { id?: string } | SpanFault {
  const sent = entry['id'];
  if (sent === undefined || sent === null) {
    return {};
  }
  const id = parseUuid(sent);
  return id === undefined
    ? wrongValue(code, { loc: ['id'], input: sent }, 'is not a UUID')
    : { id };
}

function missingOrWrong(
  code: DropCode,
  entry: JsonObject,
  { key, reason }: { key: string; reason: string },
): SpanFault {
  const loc: Location = [key];
  const input = entry[key];
  return input === undefined || input === null
    ? missingMember(code, loc)
    : wrongValue(code, { loc, input }, reason);
}

/** Returns the members that events and links share. Empty attributes and a zero count are left out. */
function freeMembers(entry: JsonObject): {
  attributes?: JsonObject;
  dropped_attributes_count?: number;
} {
  const dropped = countIn(entry, 'dropped_attributes_count') ?? 0;
  return {
    ...attributesOf(entry),
    ...(dropped === 0 ? {} : { dropped_attributes_count: dropped }),
  };
}

function attributesOf(entry: JsonObject): { attributes?: JsonObject } {
  const attributes = objectIn(entry, 'attributes');
  return attributes === undefined || Object.keys(attributes).length === 0 ? {} : { attributes };
}
