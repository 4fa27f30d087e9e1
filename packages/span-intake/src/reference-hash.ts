import { blake2b } from '@noble/hashes/blake2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import {
  type SpanHash,
  type SpanLink,
  type SpanReference,
  setMember,
  toDashedUuid,
} from '@spanhouse/span-schema';
import { isReferenceKey } from './reference-keys.js';
import { identify } from './references.js';

const UNHASHED_KEYS = ['testset_variant', 'testset_revision'];
const CACHED_HASHES = 2048;
const LONGEST_CACHED_TEXT = 512;

interface HashedEntry {
  [member: string]: string;
}

/**
 * The hash list that stands for a span's references and links (API: "Hash"), `undefined` when they give none.
 */
export function computeHashes(
  references: readonly SpanReference[] | undefined,
  links: readonly SpanLink[] | undefined,
): SpanHash[] | undefined {
  const entries: { [key: string]: HashedEntry } = {};
  let isEmpty = true;
  for (const reference of references ?? []) {
    const key = reference.attributes?.['key'];
    if (typeof key === 'string' && isReferenceKey(key) && !UNHASHED_KEYS.includes(key)) {
      entries[key] = identify(reference);
      isEmpty = false;
    }
  }
  for (const link of links ?? []) {
    const key = link.attributes?.['key'];
    if (typeof key === 'string' && key !== '') {
      setMember(entries, key, { span_id: link.span_id, trace_id: link.trace_id });
      isEmpty = false;
    }
  }
  return isEmpty
    ? undefined
    : [{ id: hashOf(serialise(entries)), attributes: { key: 'indirect' } }];
}

/** Keys sorted, non-ASCII characters escaped, spaces removed, those inside values too. */
function serialise(entries: { [key: string]: HashedEntry }): string {
  const members = Object.keys(entries)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${serialiseEntry(entries[key] ?? {})}`);
  return `{${members.join(',')}}`.replaceAll(' ', '').replace(/[^\0-\x7f]/g, escapeUnit);
}

function serialiseEntry(entry: HashedEntry): string {
  const members = Object.keys(entry)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${JSON.stringify(entry[key])}`);
  return `{${members.join(',')}}`;
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Producers repeat their references; a hash in plain JavaScript costs more than the rest of the span. */
const cache = new Map<string, string>();

function hashOf(text: string): string {
  const known = cache.get(text);
  if (known !== undefined) {
    return known;
  }
  const hash = toDashedUuid(bytesToHex(blake2b(utf8ToBytes(text), { dkLen: 16 })));
  if (text.length <= LONGEST_CACHED_TEXT) {
    if (cache.size >= CACHED_HASHES) {
      cache.clear();
    }
    cache.set(text, hash);
  }
  return hash;
}
