import { Buffer } from 'node:buffer';
import { pathHash } from './pair-hash.js';

/**
 * Maximum length of a path. Leaves with longer paths are omitted from the keys, and a bit of `present` marks the row.
 */
const MAX_PATH_CHARS = 512;
const MAX_CACHED_BYTES = 4 * 1024 * 1024;
const NODE_BYTES = 300;
/**
 * Maximum number of rivals of a name (see `AttributePath.rivals`). A name with more dots is always treated as
 * ambiguous.
 */
const MAX_RIVALS = 16;
/** The rivals of a name that contains no dots. */
export const noRivals: readonly string[] = [];

/**
 * A path in `attributes`, with the bytes that are written for every leaf at this path. Spans share the paths, because
 * producers use few different names. The bytes of a path are created when it is visited for the second time.
 */
export class AttributePath {
  /** The names joined by dots; `''` for the root. */
  readonly dotted: string;
  /** False for a path that cannot be written to the keys, such as an empty path or a path with a NUL. */
  readonly isListed: boolean;
  /**
   * Sibling names that make a name with dots ambiguous; for `a.b.c` these are `a` and `a.b`. `undefined` if there are
   * more than MAX_RIVALS.
   */
  readonly rivals: readonly string[] | undefined;
  members: Map<string, AttributePath> | undefined = undefined;
  elements: AttributePath[] | undefined = undefined;
  jsonKey: Uint8Array | undefined = undefined;
  key: Uint8Array | undefined = undefined;
  /** True after the name has been written once. */
  isNamed = false;
  /** True after a leaf at this path has been listed once. */
  isLeaf = false;
  #hash: number | undefined = undefined;

  constructor(dotted: string, rivals: readonly string[] | undefined) {
    this.dotted = dotted;
    this.isListed = dotted !== '' && !dotted.includes('\0');
    this.rivals = rivals;
  }

  /** The part of a leaf's hash that the path determines. */
  get hash(): number {
    this.#hash ??= pathHash(this.dotted);
    return this.#hash;
  }
}

/**
 * The tree of paths in recent spans. The tree is discarded when it reaches MAX_CACHED_BYTES, so its memory is limited
 * whatever names producers send.
 */
export class AttributePaths {
  #root = new AttributePath('', noRivals);
  #cachedBytes = 0;
  #created = 0;

  /** Number of paths created since the start. */
  get created(): number {
    return this.#created;
  }

  /** Returns the root for encoding one span. The caller MUST NOT keep paths after this span. */
  root(): AttributePath {
    if (this.#cachedBytes >= MAX_CACHED_BYTES) {
      this.#root = new AttributePath('', noRivals);
      this.#cachedBytes = 0;
    }
    return this.#root;
  }

  /** Returns the path of an object member, or `undefined` if the path is too long to be listed. */
  member(parent: AttributePath, name: string): AttributePath | undefined {
    const known = parent.members?.get(name);
    if (known !== undefined) {
      return known;
    }
    const path = this.#create(parent, name);
    if (path !== undefined && this.#cachedBytes < MAX_CACHED_BYTES) {
      parent.members ??= new Map();
      parent.members.set(name, path);
    }
    return path;
  }

  /** Returns the path of a list element, or `undefined` if the path is too long to be listed. */
  element(parent: AttributePath, index: number): AttributePath | undefined {
    const known = parent.elements?.[index];
    if (known !== undefined) {
      return known;
    }
    const path = this.#create(parent, String(index));
    parent.elements ??= [];
    if (
      path !== undefined &&
      this.#cachedBytes < MAX_CACHED_BYTES &&
      index === parent.elements.length
    ) {
      parent.elements.push(path);
    }
    return path;
  }

  /**
   * Returns the bytes of `"name":`; `name` MUST be the last name of the path. Returns `undefined` at the first visit,
   * because most names occur only once and their bytes would never be reused.
   */
  jsonKeyOf(path: AttributePath, name: string): Uint8Array | undefined {
    if (path.jsonKey === undefined && path.isNamed) {
      path.jsonKey = Buffer.from(`${JSON.stringify(name)}:`);
      this.#cachedBytes += path.jsonKey.length;
    }
    path.isNamed = true;
    return path.jsonKey;
  }

  /**
   * Returns the bytes of the dotted path and a NUL; `undefined` for the first leaf at the path, because only the bytes
   * of repeated paths are cached.
   */
  keyOf(path: AttributePath): Uint8Array | undefined {
    if (path.key === undefined && path.isLeaf) {
      path.key = Buffer.from(`${path.dotted}\0`);
      this.#cachedBytes += path.key.length;
    }
    path.isLeaf = true;
    return path.key;
  }

  #create(parent: AttributePath, name: string): AttributePath | undefined {
    const dotted = parent === this.#root ? name : `${parent.dotted}.${name}`;
    if (dotted.length > MAX_PATH_CHARS) {
      return undefined;
    }
    this.#cachedBytes += NODE_BYTES + dotted.length;
    this.#created += 1;
    return new AttributePath(dotted, rivalsOf(name));
  }
}

function rivalsOf(name: string): readonly string[] | undefined {
  let dot = name.indexOf('.');
  if (dot === -1) {
    return noRivals;
  }
  const rivals = [];
  for (; dot !== -1; dot = name.indexOf('.', dot + 1)) {
    if (rivals.length === MAX_RIVALS) {
      return undefined;
    }
    rivals.push(name.slice(0, dot));
  }
  return rivals;
}
