import { endOfString, ITEMS_PER_MARK, type JsonIndex, nextToken } from './json-index.js';

/** An object member or list item, with the start and end of its value in the JSON string. */
export interface Child {
  /** The name of a member; undefined for an item of a list. */
  readonly name: string | undefined;
  readonly from: number;
  readonly to: number;
  /** The container number of the value; -1 if the value is not a container. */
  readonly container: number;
}

/** A block of consecutive members of a container. */
interface Block {
  readonly number: number;
  /** The position of each member name or list item. */
  readonly begins: Int32Array;
  /** The container number of each value; -1 for values that are not containers. */
  readonly containers: Int32Array;
}

/**
 * Finds the members of a container without parsing their values. A list may have a million items, so blocks are scanned
 * on demand.
 */
export class Children {
  readonly size: number;
  readonly isList: boolean;
  readonly #index: JsonIndex;
  readonly #container: number;
  /** The block that contains the most recently requested child. */
  #block: Block | undefined;

  constructor(index: JsonIndex, container: number) {
    this.#index = index;
    this.#container = container;
    this.size = index.sizeOf(container);
    this.isList = index.isList(container);
  }

  /** Returns the child at a zero-based index. */
  at(position: number): Child {
    const { begins, containers } = this.#blockOf(Math.floor(position / ITEMS_PER_MARK));
    const { text } = this.#index;
    const begin = begins[position % ITEMS_PER_MARK] ?? 0;
    const container = containers[position % ITEMS_PER_MARK] ?? -1;
    const from = this.isList ? begin : beginOfValue(text, begin);
    const to = container < 0 ? endOfScalar(text, from) : this.#index.endOf(container);
    const name = this.isList
      ? undefined
      : (JSON.parse(text.slice(begin, endOfString(text, begin))) as string);
    return { name, from, to, container };
  }

  #blockOf(number: number): Block {
    if (this.#block?.number !== number) {
      this.#block = this.#findBlock(number);
    }
    return this.#block;
  }

  #findBlock(number: number): Block {
    const index = this.#index;
    const { text } = index;
    const size = Math.min(ITEMS_PER_MARK, this.size - number * ITEMS_PER_MARK);
    const begins = new Int32Array(size);
    const containers = new Int32Array(size);
    const position = index.positionOfBlock(this.#container, number);
    let at = nextToken(text, position.at);
    let { next } = position;
    for (let child = 0; child < size; child++) {
      begins[child] = at;
      const value = this.isList ? at : beginOfValue(text, at);
      const isContainer = next < index.count && index.beginOf(next) === value;
      containers[child] = isContainer ? next : -1;
      const end = isContainer ? index.endOf(next) : endOfScalar(text, value);
      next = isContainer ? index.after(next) : next;
      at = nextToken(text, nextToken(text, end) + 1);
    }
    return { number, begins, containers };
  }
}

function beginOfValue(text: string, name: number): number {
  return nextToken(text, nextToken(text, endOfString(text, name)) + 1);
}

function endOfScalar(text: string, from: number): number {
  if (text[from] === '"') {
    return endOfString(text, from);
  }
  let end = from;
  while (end < text.length && !',]}'.includes(text[end] ?? '') && text.charCodeAt(end) > 32) {
    end += 1;
  }
  return end;
}
