import { endOfString, type JsonIndex, nextToken } from './json-index.js';

/** The places of the members of a container, as positions in the text. */
export interface Children {
  readonly index: JsonIndex;
  readonly isList: boolean;
  /** Where each name or item begins. */
  readonly begins: Int32Array;
  /** The number of the container that each value is; -1 for other values. */
  readonly containers: Int32Array;
}

/** A member or an item, and the place of its value. */
export interface Child {
  /** Undefined for an item of a list. */
  readonly name: string | undefined;
  readonly from: number;
  readonly to: number;
  readonly container: number;
}

/** Finds the members of a container without reading what is inside them. */
export function readChildren(index: JsonIndex, container: number): Children {
  const { text } = index;
  const size = index.sizeOf(container);
  const begins = new Int32Array(size);
  const containers = new Int32Array(size);
  const isList = index.isList(container);
  let at = nextToken(text, index.beginOf(container) + 1);
  let next = container + 1;
  for (let child = 0; child < size; child++) {
    begins[child] = at;
    const value = isList ? at : beginOfValue(text, at);
    const isContainer = next < index.count && index.beginOf(next) === value;
    containers[child] = isContainer ? next : -1;
    const end = isContainer ? index.endOf(next) : endOfScalar(text, value);
    next = isContainer ? index.after(next) : next;
    at = nextToken(text, nextToken(text, end) + 1);
  }
  return { index, isList, begins, containers };
}

/** Returns a child of a list of children. */
export function childAt({ index, isList, begins, containers }: Children, at: number): Child {
  const { text } = index;
  const begin = begins[at] ?? 0;
  const container = containers[at] ?? -1;
  const from = isList ? begin : beginOfValue(text, begin);
  const to = container < 0 ? endOfScalar(text, from) : index.endOf(container);
  const name = isList
    ? undefined
    : (JSON.parse(text.slice(begin, endOfString(text, begin))) as string);
  return { name, from, to, container };
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
