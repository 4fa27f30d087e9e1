import { Buffer } from 'node:buffer';
import { RowWriter } from './row-writer.js';

/** The filter maps leave out leaves with a longer path, and the row is marked. */
const MAX_PATH_CHARS = 512;
const MAX_CACHED_BYTES = 4 * 1024 * 1024;
const NODE_BYTES = 400;

/**
 * A place in `attributes`, with the bytes that are written for every leaf at this place. Producers use
 * few names, so the same nodes are used for many spans.
 */
export interface AttributePath {
  /** The names joined by dots; `undefined` for the root and for a path that is too long. */
  readonly dotted: string | undefined;
  /** The dotted path as a RowBinary string; `undefined` if it is too long or empty. */
  readonly mapKey: Uint8Array | undefined;
  /** `"name":` as JSON writes it. */
  readonly jsonKey: Uint8Array;
  /** Sibling names that make a name with dots ambiguous: `a` and `a.b` for `a.b.c`. */
  readonly rivals: readonly string[];
  readonly members: Map<string, AttributePath>;
  readonly elements: AttributePath[];
}

/**
 * The tree of the places in recent spans. It is dropped when it reaches MAX_CACHED_BYTES, which bounds
 * its memory for any names that producers send.
 */
export class AttributePaths {
  readonly #scratch = new RowWriter(4 * MAX_PATH_CHARS);
  #root = createRoot();
  #cachedBytes = 0;

  /** Returns the root for one span. Nodes MUST NOT be kept beyond the span. */
  root(): AttributePath {
    if (this.#cachedBytes >= MAX_CACHED_BYTES) {
      this.#root = createRoot();
      this.#cachedBytes = 0;
    }
    return this.#root;
  }

  member(parent: AttributePath, name: string): AttributePath {
    const known = parent.members.get(name);
    if (known !== undefined) {
      return known;
    }
    const path = this.#create(parent, name);
    if (this.#cachedBytes < MAX_CACHED_BYTES) {
      parent.members.set(name, path);
    }
    return path;
  }

  element(parent: AttributePath, index: number): AttributePath {
    const known = parent.elements[index];
    if (known !== undefined) {
      return known;
    }
    const path = this.#create(parent, String(index));
    if (this.#cachedBytes < MAX_CACHED_BYTES && index === parent.elements.length) {
      parent.elements.push(path);
    }
    return path;
  }

  #create(parent: AttributePath, name: string): AttributePath {
    const dotted = this.#join(parent, name);
    const jsonKey = Buffer.from(`${JSON.stringify(name)}:`);
    this.#cachedBytes += NODE_BYTES + jsonKey.length + 3 * (dotted?.length ?? 0);
    return {
      dotted,
      // ClickHouse does not find every empty key of a map with LowCardinality keys
      mapKey: dotted ? this.#mapKey(dotted) : undefined,
      jsonKey,
      rivals: rivalsOf(name),
      members: new Map(),
      elements: [],
    };
  }

  #join(parent: AttributePath, name: string): string | undefined {
    if (parent.mapKey === undefined && parent.dotted === undefined) {
      return undefined;
    }
    const dotted = parent.dotted === undefined ? name : `${parent.dotted}.${name}`;
    return dotted.length > MAX_PATH_CHARS ? undefined : dotted;
  }

  #mapKey(dotted: string): Uint8Array {
    this.#scratch.position = 0;
    this.#scratch.string(dotted);
    return Uint8Array.from(this.#scratch.written());
  }
}

function createRoot(): AttributePath {
  return {
    dotted: undefined,
    mapKey: new Uint8Array(),
    jsonKey: new Uint8Array(),
    rivals: [],
    members: new Map(),
    elements: [],
  };
}

function rivalsOf(name: string): string[] {
  const rivals = [];
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
    rivals.push(name.slice(0, dot));
    if (rivals.length > 100) {
      break;
    }
  }
  return rivals;
}
