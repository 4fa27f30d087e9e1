import { blake2b } from '@noble/hashes/blake2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import {
  compareCodePoints,
  type SpanHash,
  type SpanLink,
  type SpanReference,
  toDashedUuid,
} from '@spanhouse/span-schema';
import { isReferenceKey } from './reference-keys.js';
import { identify } from './references.js';

const UNHASHED_KEYS = ['testset_variant', 'testset_revision'];
const CACHED_HASHES = 2048;
const LONGEST_CACHED_SIGNATURE = 512;

/**
 * The hash list that stands for a span's references and links (API: "Hash"), `undefined` when they give none.
 * Lists may be shared between spans.
 */
export function computeHashes(
  references: readonly SpanReference[] | undefined,
  links: readonly SpanLink[] | undefined,
): readonly SpanHash[] | undefined {
  if (links !== undefined) {
    return hashEntries(references ?? [], links);
  }
  return references === undefined ? undefined : hashReferences(references);
}

/** Producers repeat their references, and a hash in plain JavaScript costs more than the rest of the span. */
const cache = new Map<string, readonly SpanHash[]>();

function hashReferences(references: readonly SpanReference[]): readonly SpanHash[] | undefined {
  const signature = signatureOf(references);
  const known = cache.get(signature);
  if (known !== undefined) {
    return known;
  }
  const hashes = hashEntries(references, []);
  if (hashes !== undefined && signature.length <= LONGEST_CACHED_SIGNATURE) {
    if (cache.size >= CACHED_HASHES) {
      cache.clear();
    }
    cache.set(signature, hashes);
  }
  return hashes;
}

/** Different for different references: every text has its length before it. */
function signatureOf(references: readonly SpanReference[]): string {
  let signature = '';
  for (const { attributes, id, slug, version } of references) {
    const key = attributes?.['key'];
    const text = typeof key === 'string' ? key : '';
    const lengths = `${text.length},${id?.length},${slug?.length},${version?.length}`;
    signature += `${lengths};${text}${id ?? ''}${slug ?? ''}${version ?? ''}`;
  }
  return signature;
}

interface HashedEntry {
  [member: string]: string;
}

function hashEntries(
  references: readonly SpanReference[],
  links: readonly SpanLink[],
): readonly SpanHash[] | undefined {
  const entries = new Map<string, HashedEntry>();
  for (const reference of references) {
    const key = reference.attributes?.['key'];
    if (typeof key === 'string' && isReferenceKey(key) && !UNHASHED_KEYS.includes(key)) {
      entries.set(key, identify(reference));
    }
  }
  for (const link of links) {
    const key = link.attributes?.['key'];
    if (typeof key === 'string' && key !== '') {
      entries.set(key, { span_id: link.span_id, trace_id: link.trace_id });
    }
  }
  if (entries.size === 0) {
    return undefined;
  }
  const digest = blake2b(utf8ToBytes(serialise(entries)), { dkLen: 16 });
  return [{ id: toDashedUuid(bytesToHex(digest)), attributes: { key: 'indirect' } }];
}

/** Keys sorted, non-ASCII characters escaped, spaces removed, those inside values too. */
function serialise(entries: ReadonlyMap<string, HashedEntry>): string {
  const members = [...entries.keys()]
    .sort(compareCodePoints)
    .map((key) => `${JSON.stringify(key)}:${serialiseEntry(entries.get(key) ?? {})}`);
  return `{${members.join(',')}}`.replaceAll(' ', '').replace(NON_ASCII, escapeUnit);
}

const NON_ASCII = /[\u0080-\uffff]/g;

function serialiseEntry(entry: HashedEntry): string {
  const members = Object.keys(entry)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${JSON.stringify(entry[key])}`);
  return `{${members.join(',')}}`;
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
