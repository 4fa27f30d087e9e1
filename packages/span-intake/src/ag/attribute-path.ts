/** The limits of unfolding; see docs/api/ingest.md. */
const MAX_SEGMENTS = 100;
const MAX_INDEX = 9999;
const index = /^(?:0|[1-9]\d{0,3})$/;
const CACHED_PATHS = 4096;
const LONGEST_CACHED_KEY = 256;

/** A dotted attribute key, split into segments once. */
export interface AttributePath {
  /** The key as it was sent. */
  text: string;
  segments: readonly string[];
  /** The array index that each segment stands for, or -1. */
  indexes: readonly number[];
  /**
   * Whether all segments are object keys that `Object.prototype` does not have. Such a path needs
   * no checks.
   */
  isPlain: boolean;
  isBelowAg: boolean;
}

/**
 * Paths by key. Producers repeat a small set of keys, and splitting keys is a third of the cost of
 * unfolding.
 */
const cache = new Map<string, AttributePath>();

/**
 * Splits a key at its dots. Returns `undefined` for a key that stays whole, because it has no dot
 * or more than 100 segments.
 */
export function parseAttributePath(key: string): AttributePath | undefined {
  const known = cache.get(key);
  if (known !== undefined) {
    return known;
  }
  const path = splitKey(key);
  if (path !== undefined && key.length <= LONGEST_CACHED_KEY) {
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
  return index.test(segment) && Number(segment) <= MAX_INDEX ? Number(segment) : -1;
}

function isInherited(segment: string): boolean {
  return segment in Object.prototype;
}
