import type { StoredSpan } from '@spanhouse/span-row';
import { arrangeTree, type SpanTree } from '@spanhouse/span-schema';
import { recomputeTrace } from './recompute-trace.js';
import { writeSpanJson } from './write-span-json.js';

/** A whole trace as a tree. */
export interface AssembledTrace {
  readonly trace_id: string;
  /** Start of its first top-level span, ns. */
  readonly start_time: bigint;
  /** JSON text of the `spans` object, in pieces. */
  readonly spans: readonly string[];
}

/** Builds the tree of one trace (API: "Tree rules"); `spans` MUST be all of its spans, at least one. */
export function assembleTrace(trace_id: string, spans: readonly StoredSpan[]): AssembledTrace {
  const tree = arrangeTree(spans);
  const shown = recomputeTrace(spans);
  const writeSpan = (position: number): string => {
    const span = spans[position];
    return span === undefined ? '{}' : writeSpanJson(span, shown[position]);
  };
  const nameOf = (position: number): string => spans[position]?.span_name ?? '';
  const start_time = spans[tree.top[0] ?? 0]?.start_time ?? 0n;
  return { trace_id, start_time, spans: writeTree(tree, nameOf, writeSpan) };
}

/** The spans of one trace with what a trace-shaped read shows of them, but not as a tree. */
export function flattenTrace(spans: readonly StoredSpan[]): readonly string[] {
  const shown = recomputeTrace(spans);
  return spans.map((span, position) => writeSpanJson(span, shown[position]));
}

/** Pieces of text, or the position of a span that is still to be written. */
type Pending = (string | number)[];

/** With a stack of its own: a chain of spans may be deeper than the call stack. */
function writeTree(
  tree: SpanTree,
  nameOf: (position: number) => string,
  writeSpan: (position: number) => string,
): string[] {
  const pieces: string[] = [];
  const pending: Pending = [];
  pushLevel(pending, groupByName(tree.top, nameOf));
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'string') {
      pieces.push(next);
      continue;
    }
    const children = tree.children[next];
    if (children === undefined) {
      pieces.push(writeSpan(next));
      continue;
    }
    pieces.push(writeSpan(next).slice(0, -1), ',"spans":');
    pending.push('}');
    pushLevel(pending, groupByName(children, nameOf));
  }
  return pieces;
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
