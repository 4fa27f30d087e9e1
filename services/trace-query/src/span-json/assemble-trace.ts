import type { StoredSpan } from '@spanhouse/span-row';
import { arrangeTree, type Projection, type SpanTree } from '@spanhouse/span-schema';
import type { SpanNode, WholeTrace } from '@spanhouse/trace-store/reader';
import { recomputeTrace, retypeTrace } from './recompute-trace.js';
import { showsAttributes, spanWriter } from './write-projected-span.js';
import { type TraceContext, writeSpanJson } from './write-span-json.js';

/** One item as JSON: a string, or its pieces if it is too large to keep in memory. */
export type ItemText = string | AsyncIterable<string>;

/** Returns a trace's `spans` object, which is its tree, as JSON; see docs/api/spans-and-traces.md. */
export function writeTree(trace: WholeTrace, projection?: Projection): ItemText {
  return trace.held === undefined
    ? writeLargeTree(trace, projection)
    : writeSpans(trace.held, projection);
}

/** Returns the tree of spans in memory as JSON. The list MUST contain all spans of one trace, and at least one span. */
export function writeSpans(spans: readonly StoredSpan[], projection?: Projection): string {
  const shown = recompute(spans, projection);
  const write = spanWriter(projection);
  const pieces: string[] = [];
  for (const piece of planTree(arrangeTree(spans), nameIn(spans))) {
    const span = typeof piece === 'string' ? undefined : spans[piece.position];
    if (typeof piece === 'string') {
      pieces.push(piece);
    } else if (span !== undefined) {
      pieces.push(writeNode(write(span, shown[piece.position]), piece.hasChildren));
    }
  }
  return pieces.join('');
}

/** Writes a trace that is too large to keep in memory. Reads its spans in tree order. */
async function* writeLargeTree(
  trace: WholeTrace,
  projection: Projection | undefined,
): AsyncGenerator<string> {
  const { nodes } = trace;
  const shown = recompute(nodes, projection);
  const write = spanWriter(projection);
  const tree = arrangeTree(nodes);
  const plan = () => planTree(tree, nameIn(nodes));
  const order: number[] = [];
  for (const piece of plan()) {
    if (typeof piece !== 'string') {
      order.push(piece.position);
    }
  }
  const spans = oneByOne(trace.read(order));
  for (const piece of plan()) {
    if (typeof piece === 'string') {
      yield piece;
      continue;
    }
    const { value: span } = await spans.next();
    if (span) {
      yield writeNode(write(span, shown[piece.position]), piece.hasChildren);
    }
  }
}

/** Yields the spans of a trace as JSON strings. They have the same values as in the tree, but form a flat list. */
export async function* writeFlatTrace(trace: WholeTrace): AsyncGenerator<readonly string[]> {
  const shown = recomputeTrace(trace.nodes);
  let position = 0;
  for await (const portion of trace.read([...trace.nodes.keys()])) {
    yield portion.map((span) => writeSpanJson(span, shown[position++]));
  }
}

/**
 * Computes the values that the answer shows. The roll-up is needed only if attributes are shown, because attributes
 * contain the metrics.
 */
function recompute(
  nodes: readonly SpanNode[],
  projection: Projection | undefined,
): readonly TraceContext[] {
  const isRolledUp = projection === undefined || showsAttributes(projection);
  return isRolledUp ? recomputeTrace(nodes) : retypeTrace(nodes);
}

/** Returns the start of the first top-level span in ns. */
export function startOfTrace(nodes: readonly SpanNode[]): bigint {
  return nodes[arrangeTree(nodes).top[0] ?? 0]?.start_time ?? 0n;
}

function nameIn(nodes: readonly SpanNode[]): (position: number) => string {
  return (position) => nodes[position]?.span_name ?? '';
}

/** Returns a span as JSON, without the closing brace if children follow. */
function writeNode(text: string, hasChildren: boolean): string {
  return hasChildren ? text.slice(0, -1) : text;
}

async function* oneByOne(portions: ReturnType<WholeTrace['read']>): AsyncGenerator<StoredSpan> {
  for await (const portion of portions) {
    yield* portion;
  }
}

/** Position of a span in the JSON of a tree. The JSON of a span with children is written without its closing brace. */
interface SpanSlot {
  readonly position: number;
  readonly hasChildren: boolean;
}

type Pending = (string | number)[];

/**
 * Yields the `spans` object of a tree as JSON pieces, with a slot for each span; see docs/api/spans-and-traces.md. Uses
 * an explicit stack, because a chain of spans may be deeper than the call stack.
 */
function* planTree(
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

/** Pushes the pieces of one tree level in reverse order. */
function pushLevel(pending: Pending, groups: ReadonlyMap<string, readonly number[]>): void {
  const members = [...groups].map(([name, positions]) => writeMember(name, positions));
  for (const piece of ['{', ...separated(members).flat(), '}'].reverse()) {
    pending.push(piece); // pushing all pieces in one call would exceed the call stack
  }
}

/** Returns a member of a level: `name → node`, or `name → [nodes]` if several spans have the same name. */
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
