import { blake2b } from '@noble/hashes/blake2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import {
  compareCodePoints,
  type SpanHash,
  type SpanLink,
  type SpanReference,
  toDashedUuid,
} from '@spanhouse/span-schema';
import { RequestTooComplex } from '../submission/request-too-complex.js';
import { isReferenceKey } from './reference-keys.js';
import { identify } from './references.js';

/** Reference keys that do not affect the hash; see docs/api/ingest.md. */
const unhashedKeys = ['testset_variant', 'testset_revision'];
const CACHED_HASHES = 2048;
const LONGEST_CACHED_SIGNATURE = 512;

/** The number of hashes that may still be computed for a request. */
export interface HashBudget {
  hashesLeft: number;
}

const HASHES_PER_REQUEST = 1000;
const BYTES_PER_HASH = 256;

export function createHashBudget(bodyBytes: number): HashBudget {
  return { hashesLeft: HASHES_PER_REQUEST + bodyBytes / BYTES_PER_HASH };
}

/**
 * Computes the hashes of a span's references and links (see docs/api/ingest.md). Returns `undefined` if the span has
 * nothing to hash. Several spans may share the returned list.
 */
export function computeHashes(
  references: readonly SpanReference[] | undefined,
  links: readonly SpanLink[] | undefined,
  budget: HashBudget = createHashBudget(Number.POSITIVE_INFINITY),
): readonly SpanHash[] | undefined {
  if (links !== undefined) {
    return hashEntries(references ?? [], links, budget);
  }
  return references === undefined ? undefined : hashReferences(references, budget);
}

/**
 * Computed hashes, keyed by the hashed references. The cache pays off because producers repeat their references, and
 * computing a hash in plain JavaScript takes longer than processing the rest of the span.
 */
const cache = new Map<string, readonly SpanHash[]>();

function hashReferences(
  references: readonly SpanReference[],
  budget: HashBudget,
): readonly SpanHash[] | undefined {
  const signature = signatureOf(references);
  const known = cache.get(signature);
  if (known !== undefined) {
    return known;
  }
  const hashes = hashEntries(references, [], budget);
  if (hashes !== undefined && signature.length <= LONGEST_CACHED_SIGNATURE) {
    if (cache.size >= CACHED_HASHES) {
      cache.clear();
    }
    cache.set(signature, hashes);
  }
  return hashes;
}

/** Builds a cache key that differs for different references. Each string is preceded by its length. */
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

/** The members of a reference or link that are hashed. */
interface HashedEntry {
  [member: string]: string;
}

function hashEntries(
  references: readonly SpanReference[],
  links: readonly SpanLink[],
  budget: HashBudget,
): readonly SpanHash[] | undefined {
  const entries = new Map<string, HashedEntry>();
  for (const reference of references) {
    const key = reference.attributes?.['key'];
    if (typeof key === 'string' && isReferenceKey(key) && !unhashedKeys.includes(key)) {
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
  budget.hashesLeft -= 1;
  if (budget.hashesLeft < 0) {
    throw new RequestTooComplex('hashes', 'The request has too many different references.');
  }
  const digest = blake2b(utf8ToBytes(serialise(entries)), { dkLen: 16 });
  return [{ id: toDashedUuid(bytesToHex(digest)), attributes: { key: 'indirect' } }];
}

/** Writes canonical JSON: sorted keys, escaped non-ASCII characters, and no spaces, not even inside values. */
function serialise(entries: ReadonlyMap<string, HashedEntry>): string {
  const members = [...entries.keys()]
    .sort(compareCodePoints)
    .map((key) => `${JSON.stringify(key)}:${serialiseEntry(entries.get(key) ?? {})}`);
  return `{${members.join(',')}}`.replaceAll(' ', '').replace(nonAscii, escapeUnit);
}

const nonAscii = /[\u0080-\uffff]/g;

function serialiseEntry(entry: HashedEntry): string {
  const members = Object.keys(entry)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${JSON.stringify(entry[key])}`);
  return `{${members.join(',')}}`;
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
