import type { SpanTree } from '@spanhouse/span-schema';

/** Where the text of a span belongs; that of a span with children is still open at its end. */
export interface SpanSlot {
  readonly position: number;
  readonly hasChildren: boolean;
}

type Pending = (string | number)[];

/**
 * The JSON text of the `spans` object of a tree (API: "Tree rules") in pieces, the spans left out.
 * With a stack of its own: a chain of spans may be deeper than the call stack.
 */
export function* planTree(
  tree: SpanTree,
  nameOf: (position: number) => string,
): Generator<string | SpanSlot> {
  const pending: Pending = [];
  pushLevel(pending, groupByName(tree.top, nameOf));
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
      pushLevel(pending, groupByName(children, nameOf));
    }
  }
}

type Groups = ReadonlyMap<string, readonly number[]>;

function groupByName(positions: readonly number[], nameOf: (position: number) => string): Groups {
  const groups = new Map<string, number[]>();
  for (const position of positions) {
    const name = nameOf(position);
    const group = groups.get(name);
    if (group === undefined) {
      groups.set(name, [position]);
    } else {
      group.push(position);
    }
  }
  return groups;
}

/** `{…}` of one level, last piece first, as a stack is read. */
function pushLevel(pending: Pending, groups: Groups): void {
  const members = [...groups].map(([name, positions]) => writeMember(name, positions));
  for (const piece of ['{', ...separated(members).flat(), '}'].reverse()) {
    pending.push(piece); // one by one: as arguments, a wide level would not fit the call stack
  }
}

/** `name → node`, or `name → [nodes]` for a name that several have. */
function writeMember(name: string, positions: readonly number[]): Pending {
  const key = `${JSON.stringify(name)}:`;
  if (positions.length === 1) return [key, ...positions];
  return [`${key}[`, ...separated(positions), ']'];
}

function separated<Item>(items: readonly Item[]): (Item | string)[] {
  return items.flatMap((item, index) => (index === 0 ? [item] : [',', item]));
}
