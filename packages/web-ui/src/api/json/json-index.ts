/** Number of characters that are indexed between two pauses. The pauses keep the page responsive. */
const SLICE = 1_000_000;
/** Initial capacity of the index, in containers. */
const FIRST_ROOM = 1024;
/** Number of items in a block. For each container, the index stores the position at which each block begins. */
export const ITEMS_PER_MARK = 256;

const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;

/** The position of a list item or object member. */
interface ItemPosition {
  /** An offset in the JSON string, between the preceding item and this item. */
  readonly at: number;
  /** The number of the first container that begins at or after this offset. */
  readonly next: number;
}

/**
 * Index of the containers (objects and lists) in a JSON string. Containers are numbered from 0 in the order of their
 * positions. The string must be valid JSON.
 */
export class JsonIndex {
  readonly text: string;
  #begins = new Int32Array(FIRST_ROOM);
  #ends = new Int32Array(FIRST_ROOM);
  #sizes = new Int32Array(FIRST_ROOM);
  #after = new Int32Array(FIRST_ROOM);
  #count = 0;
  /** For containers with more than 256 items, the position of every 256th item. */
  readonly #marks = new Map<number, ItemPosition[]>();

  private constructor(text: string) {
    this.text = text;
  }

  /** Indexes a string in slices and pauses after each slice. */
  static async read(text: string, signal?: AbortSignal): Promise<JsonIndex> {
    const index = new JsonIndex(text);
    const open: number[] = [];
    for (let at = 0; at < text.length; ) {
      at = index.#readSlice(at, open);
      if (at < text.length) {
        await pause();
        signal?.throwIfAborted();
      }
    }
    return index;
  }

  /** Indexes a string without pauses. */
  static readNow(text: string): JsonIndex {
    const index = new JsonIndex(text);
    index.#readSlice(0, [], text.length);
    return index;
  }

  /** Number of objects and lists in the string. */
  get count(): number {
    return this.#count;
  }

  /** Returns the position of the opening bracket of a container. */
  beginOf(container: number): number {
    return this.#begins[container] ?? 0;
  }

  /** Returns the position after the closing bracket of a container. */
  endOf(container: number): number {
    return this.#ends[container] ?? 0;
  }

  /** Returns the number of members in an object, or of items in a list. */
  sizeOf(container: number): number {
    return this.#sizes[container] ?? 0;
  }

  /** Returns the number of the first container after the given container and all of its descendants. */
  after(container: number): number {
    return this.#after[container] ?? 0;
  }

  /** Returns the position of the first item in a block of 256 items. */
  positionOfBlock(container: number, block: number): ItemPosition {
    const marked = block === 0 ? undefined : this.#marks.get(container)?.[block - 1];
    return marked ?? { at: this.beginOf(container) + 1, next: container + 1 };
  }

  isList(container: number): boolean {
    return this.text[this.beginOf(container)] === '[';
  }

  /** Indexes the slice that begins at `from`, and returns the start of the next slice. */
  #readSlice(from: number, open: number[], length = SLICE): number {
    const { text } = this;
    const end = Math.min(text.length, from + length);
    let at = from;
    while (at < end) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        at = endOfString(text, at);
        continue;
      }
      // `[` and `{` differ in only one bit, and so do `]` and `}`.
      const bracket = code & 0xdf;
      if (bracket === 0x5b) {
        open.push(this.#begin(at));
      } else if (bracket === 0x5d) {
        this.#end(open.pop() ?? 0, at + 1);
      } else if (code === COMMA) {
        this.#passComma(open.at(-1) ?? 0, at);
      }
      at += 1;
    }
    return at;
  }

  #begin(at: number): number {
    const container = this.#count;
    this.#count += 1;
    if (container === this.#begins.length) {
      this.#begins = grown(this.#begins);
      this.#ends = grown(this.#ends);
      this.#sizes = grown(this.#sizes);
      this.#after = grown(this.#after);
    }
    this.#begins[container] = at;
    return container;
  }

  #end(container: number, end: number): void {
    this.#ends[container] = end;
    this.#after[container] = this.#count;
    const isEmpty = nextToken(this.text, this.beginOf(container) + 1) === end - 1;
    this.#sizes[container] = this.sizeOf(container) + (isEmpty ? 0 : 1);
  }

  #passComma(container: number, at: number): void {
    const size = this.sizeOf(container) + 1;
    this.#sizes[container] = size;
    if (size % ITEMS_PER_MARK === 0) {
      const marks = this.#marks.get(container) ?? [];
      this.#marks.set(container, marks);
      marks.push({ at: at + 1, next: this.#count });
    }
  }
}

/** Yields to the browser. If the browser lacks `scheduler.yield`, a timer is used and each pause lasts about 4 ms. */
function pause(): Promise<void> {
  const { scheduler } = globalThis as { readonly scheduler?: { yield?(): Promise<void> } };
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
}

function grown(column: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const next = new Int32Array(2 * column.length);
  next.set(column);
  return next;
}

/** Returns the position after the JSON string that begins at `at`. */
export function endOfString(text: string, at: number): number {
  let end = text.indexOf('"', at + 1);
  while (end >= 0 && isEscaped(text, end)) {
    end = text.indexOf('"', end + 1);
  }
  return end < 0 ? text.length : end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === BACKSLASH) {
    first -= 1;
  }
  return (at - first) % 2 === 1;
}

/** Returns the position of the first character at or after `from` that is not white space. */
export function nextToken(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) <= 32) {
    at += 1;
  }
  return at;
}
