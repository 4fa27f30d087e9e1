import type { JsonIndex } from '../../api/json/json-index.js';
import { type Child, Children } from '../../api/json/read-children.js';

/** Path to a value: member names and list indexes. */
export type JsonPath = readonly (string | number)[];

/** A visible line of a tree. */
export interface JsonRow {
  readonly level: number;
  /** Name or index of the value in its container; undefined for the outermost value. */
  readonly name: string | number | undefined;
  /** Index of the value in its container. `siblings` is the number of values in the container. */
  readonly place: number;
  readonly siblings: number;
  /** Position of the value in the text. */
  readonly from: number;
  readonly to: number;
  /** Number of the container; -1 if the value is not a container. */
  readonly container: number;
  readonly isOpen: boolean;
}

/** An open container. Only open containers have a list of their values. */
interface OpenNode {
  readonly container: number;
  readonly children: Children;
  /** Open child containers by index. */
  readonly open: Map<number, OpenNode>;
}

/** The visible lines of a JSON text. The contents of closed containers are not read. */
export class JsonTree {
  readonly index: JsonIndex;
  readonly #root: Child;
  #open: OpenNode | undefined;

  /** Shows a container of a text in the open state. */
  constructor(index: JsonIndex, container = 0) {
    this.index = index;
    this.#root = {
      name: undefined,
      from: index.beginOf(container),
      to: index.endOf(container),
      container,
    };
    this.#open = this.#createNode(container);
  }

  get rows(): number {
    return 1 + (this.#open === undefined ? 0 : rowsIn(this.#open));
  }

  rowAt(row: number): JsonRow {
    return this.#find(row).row;
  }

  /** Returns the path to the value of a line. */
  pathAt(row: number): JsonPath {
    return this.#find(row).path;
  }

  /** Returns the line of the container that holds the value of a line. */
  parentOf(row: number): number {
    return this.#find(row).parent;
  }

  /** Opens a closed container, or closes an open one. */
  toggle(row: number): void {
    const { row: found, holder } = this.#find(row);
    if (found.container < 0) {
      return;
    }
    if (holder === undefined) {
      this.#open = found.isOpen ? undefined : this.#createNode(found.container);
    } else if (found.isOpen) {
      holder.open.delete(found.place);
    } else {
      holder.open.set(found.place, this.#createNode(found.container));
    }
  }

  #createNode(container: number): OpenNode {
    return { container, children: new Children(this.index, container), open: new Map() };
  }

  #find(row: number): FoundRow {
    if (row <= 0 || this.#open === undefined) {
      const isOpen = this.#open !== undefined;
      const root: JsonRow = { ...this.#root, level: 1, place: 0, siblings: 1, isOpen };
      return { row: root, holder: undefined, path: [], parent: 0 };
    }
    return findIn(this.#open, row - 1);
  }
}

interface FoundRow {
  readonly row: JsonRow;
  /** The open container that contains the value; undefined for the outermost value. */
  readonly holder: OpenNode | undefined;
  readonly path: JsonPath;
  readonly parent: number;
}

function rowsIn(node: OpenNode): number {
  let rows = node.children.size;
  for (const inner of node.open.values()) {
    rows += rowsIn(inner);
  }
  return rows;
}

/** Returns the line at an index below an open container. */
function findIn(root: OpenNode, wanted: number): FoundRow {
  const path: (string | number)[] = [];
  let [node, row, parent, level] = [root, wanted, 0, 2];
  for (;;) {
    const { place, inner, before } = childWith(node, row);
    const child = node.children.at(place);
    path.push(child.name ?? place);
    if (inner === undefined || row === before) {
      const found: JsonRow = {
        ...child,
        level,
        name: child.name ?? place,
        place,
        siblings: node.children.size,
        isOpen: node.open.has(place),
      };
      return { row: found, holder: node, path, parent };
    }
    // Line numbers count from the line of the outermost value.
    parent += before + 1;
    [node, row, level] = [inner, row - before - 1, level + 1];
  }
}

/** Returns the child whose lines include `wanted`, and the number of lines before it. */
function childWith(
  node: OpenNode,
  row: number,
): { readonly place: number; readonly inner: OpenNode | undefined; readonly before: number } {
  let extra = 0;
  for (const place of [...node.open.keys()].sort((one, other) => one - other)) {
    const inner = node.open.get(place) as OpenNode;
    const before = place + extra;
    if (row < before) {
      break;
    }
    const rows = rowsIn(inner);
    if (row <= before + rows) {
      return { place, inner, before };
    }
    extra += rows;
  }
  return { place: row - extra, inner: undefined, before: row };
}
