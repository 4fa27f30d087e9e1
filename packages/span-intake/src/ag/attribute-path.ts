import type { JsonValue } from '@spanhouse/span-schema';
import { takeNewKey, type UnfoldBudget } from './unfold-budget.js';

/** Maximum number of segments in a key. A key with more segments is not unfolded; see docs/api/ingest.md. */
const MAX_SEGMENTS = 100;
const LAST_DIGIT = 0x39;
/** Matches an array index from 0 to 9999. */
const index = /^(?:0|[1-9]\d{0,3})$/;
/** Maximum number of cached paths. It is greater than the maximum number of short keys in a request. */
const CACHED_PATHS = 16_384;
const LONGEST_CACHED_KEY = 256;

/** A dotted attribute key and its segments. */
export interface AttributePath {
  /** The original key. */
  text: string;
  segments: readonly string[];
  /** The array index that each segment represents, or -1. */
  indexes: readonly number[];
  /**
   * True if all segments are object keys and none is the name of a member of `Object.prototype`. Such a path needs no
   * checks.
   */
  isPlain: boolean;
  isBelowAg: boolean;
}

/**
 * Paths by key. The cache pays off because producers use a small set of keys and splitting keys accounts for a third of
 * the cost of unfolding.
 */
const cache = new Map<string, AttributePath>();

/** Splits an attribute key at its dots. Returns `undefined` for a key that has no dots or more than 100 segments. */
export function parseAttributePath(
  key: string,
  value: JsonValue,
  budget: UnfoldBudget,
): AttributePath | undefined {
  const known = cache.get(key);
  if (known !== undefined) {
    return known;
  }
  const path = splitKey(key);
  if (path === undefined) {
    return undefined;
  }
  takeNewKey(budget, key, value);
  if (key.length <= LONGEST_CACHED_KEY) {
    if (cache.size >= CACHED_PATHS) {
      cache.clear();
    }
    cache.set(key, path);
  }
  return path;
}

function splitKey(key: string): AttributePath | undefined {
  if (!key.includes('.')) {
    return undefined;
  }
  const segments = key.split('.', MAX_SEGMENTS + 1);
  if (segments.length > MAX_SEGMENTS) {
    return undefined;
  }
  const indexes = segments.map((segment, position) => (position === 0 ? -1 : indexOf(segment)));
  return {
    text: key,
    segments,
    indexes,
    isPlain: indexes.every((index) => index === -1) && !segments.some(isInherited),
    isBelowAg: segments[0] === 'ag',
  };
}

function indexOf(segment: string): number {
  return segment.charCodeAt(0) <= LAST_DIGIT && index.test(segment) ? Number(segment) : -1;
}

const inherited: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

function isInherited(segment: string): boolean {
  return inherited.has(segment);
}
