import type { JsonIndex } from '../../api/json/json-index.js';
import { type Child, Children } from '../../api/json/read-children.js';

/** Path to a value, consisting of member names and list indexes. */
export type JsonPath = readonly (string | number)[];

/** A visible line of a tree. */
export interface JsonRow extends Omit<Child, 'name'> {
  readonly level: number;
  /** Name or index of the value in its container; undefined for the root value. */
  readonly name: string | number | undefined;
  readonly path: JsonPath;
  /** Index of the value in its container. `siblings` is the number of values in that container. */
  readonly position: number;
  readonly siblings: number;
  readonly isOpen: boolean;
  /** Line number of the container. */
  readonly parent: number;
  readonly holder: OpenNode;
}

/** An open container. Children are stored only for open containers. */
interface OpenNode {
  readonly children: Pick<Children, 'size' | 'at'>;
  /** Open containers among the children, keyed by the child's index. */
  readonly open: Map<number, OpenNode>;
}

/** The visible lines of a JSON document. The contents of closed containers are not read. */
export class JsonTree {
  readonly index: JsonIndex;
  /** Virtual container of the root value. It has no line. */
  readonly #top: OpenNode;

  /** Creates a tree for a container of the document. The container is initially open. */
  constructor(index: JsonIndex, container = 0) {
    this.index = index;
    const [from, to] = [index.beginOf(container), index.endOf(container)];
    const root: Child = { name: undefined, from, to, container };
    this.#top = { children: { size: 1, at: () => root }, open: new Map() };
    this.toggle(0);
  }

  get rows(): number {
    return rowsIn(this.#top);
  }

  /** Opens a closed container, or closes an open one. */
  toggle(row: number): void {
    const { container, position, isOpen, holder } = this.rowAt(row);
    if (isOpen) {
      holder.open.delete(position);
    } else if (container >= 0) {
      const children = new Children(this.index, container);
      holder.open.set(position, { children, open: new Map() });
    }
  }

  rowAt(wanted: number): JsonRow {
    const path: (string | number)[] = [];
    let [node, row, parent, level] = [this.#top, wanted, -1, 1];
    for (;;) {
      const { position, inner, before } = childWith(node, row);
      const child = node.children.at(position);
      const name = level === 1 ? undefined : (child.name ?? position);
      path.push(...(name === undefined ? [] : [name]));
      if (inner === undefined || row === before) {
        const siblings = node.children.size;
        const isOpen = inner !== undefined;
        const relation = { position, siblings, parent: Math.max(0, parent), holder: node };
        return { ...child, ...relation, level, name, path, isOpen };
      }
      // `parent` is a line number in the whole tree, but `row` and `before` are relative to `node`.
      parent += before + 1;
      [node, row, level] = [inner, row - before - 1, level + 1];
    }
  }
}

function rowsIn(node: OpenNode): number {
  let rows = node.children.size;
  for (const inner of node.open.values()) {
    rows += rowsIn(inner);
  }
  return rows;
}

/** Returns the child whose lines include line `wanted`, and the number of lines before the child. */
function childWith(
  node: OpenNode,
  row: number,
): { readonly position: number; readonly inner: OpenNode | undefined; readonly before: number } {
  let extra = 0;
  for (const position of [...node.open.keys()].sort((one, other) => one - other)) {
    const inner = node.open.get(position) as OpenNode;
    const before = position + extra;
    if (row < before) {
      break;
    }
    const rows = rowsIn(inner);
    if (row <= before + rows) {
      return { position, inner, before };
    }
    extra += rows;
  }
  return { position: row - extra, inner: undefined, before: row };
}
