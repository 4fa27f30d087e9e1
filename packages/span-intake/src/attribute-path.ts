const MAX_SEGMENTS = 100;
const MAX_INDEX = 9999;
const INDEX = /^(?:0|[1-9]\d{0,3})$/;
const CACHED_PATHS = 4096;
const LONGEST_CACHED_KEY = 256;

/** A dotted attribute key, taken apart once. */
export interface AttributePath {
  /** The key as it was sent. */
  text: string;
  segments: readonly string[];
  /** Per segment: the array index it stands for, or -1. */
  indexes: readonly number[];
  /** Only object keys, and none that `Object.prototype` knows: such a path needs no care. */
  isPlain: boolean;
  isBelowAg: boolean;
}

/** Producers repeat a small set of keys; splitting them anew is a third of the cost of unfolding. */
const cache = new Map<string, AttributePath>();

/** `undefined` when the key stays whole: it has no dot, or more than 100 segments. */
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
  return INDEX.test(segment) && Number(segment) <= MAX_INDEX ? Number(segment) : -1;
}

function isInherited(segment: string): boolean {
  return segment in Object.prototype;
}
