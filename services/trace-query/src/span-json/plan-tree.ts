import type { SpanTree } from '@spanhouse/span-schema';

/** Marks the position of a span in the text of a tree. The text of a span with children is left open at its end. */
export interface SpanSlot {
  readonly position: number;
  readonly hasChildren: boolean;
}

type Pending = (string | number)[];

/**
 * Yields the JSON text of the `spans` object of a tree (see docs/api/spans-and-traces.md) in
 * pieces, with a slot in place of each span. It keeps a stack of its own, because a chain of spans
 * may be deeper than the call stack.
 */
export function* planTree(
  tree: SpanTree,
  nameOf: (position: number) => string,
): Generator<string | SpanSlot> {
  const pending: Pending = [];
  pushLevel(pending, Map.groupBy(tree.top, nameOf));
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'string') {
      yield next;
      continue;
    }
    const children = tree.children[next];
    yield { position: next, hasChildren: children !== undefined };
    if (children !== undefined) {
      yield ',"spans":';
      pending.push('}');
      pushLevel(pending, Map.groupBy(children, nameOf));
    }
  }
}

/** Pushes the pieces of one level, the last piece first. */
function pushLevel(pending: Pending, groups: ReadonlyMap<string, readonly number[]>): void {
  const members = [...groups].map(([name, positions]) => writeMember(name, positions));
  for (const piece of ['{', ...separated(members).flat(), '}'].reverse()) {
    pending.push(piece); // not as arguments: a wide level would exceed the call stack
  }
}

/** Returns a member: `name → node`, or `name → [nodes]` if several spans have the same name. */
function writeMember(name: string, positions: readonly number[]): Pending {
  const key = `${JSON.stringify(name)}:`;
  if (positions.length === 1) {
    return [key, ...positions];
  }
  return [`${key}[`, ...separated(positions), ']'];
}

function separated<Item>(items: readonly Item[]): (Item | string)[] {
  return items.flatMap((item, index) => (index === 0 ? [item] : [',', item]));
}
