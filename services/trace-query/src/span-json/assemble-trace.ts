import type { StoredSpan } from '@spanhouse/span-row';
import { arrangeTree, type Projection } from '@spanhouse/span-schema';
import type { SpanNode, WholeTrace } from '@spanhouse/trace-store/reader';
import { planTree } from './plan-tree.js';
import { recomputeTrace, retypeTrace } from './recompute-trace.js';
import { showsAttributes, spanWriter } from './write-projected-span.js';
import { type TraceContext, writeSpanJson } from './write-span-json.js';

/** The JSON text of one item, or its pieces if the text would be too large to hold. */
export type ItemText = string | AsyncIterable<string>;

/**
 * Returns the JSON text of the `spans` object of a trace: its tree; see
 * docs/api/spans-and-traces.md.
 */
export function writeTree(trace: WholeTrace, projection?: Projection): ItemText {
  return trace.held === undefined
    ? writeLargeTree(trace, projection)
    : writeSpans(trace.held, projection);
}

/** Returns the same text for spans that are in memory. They MUST be all spans of one trace, at least one. */
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

/**
 * Writes a trace that is too large to hold. Reads its spans in the order in which they appear in
 * the tree.
 */
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

/**
 * Yields the texts of the spans of a trace as trace-shaped reads show them, but as a list and not
 * as a tree.
 */
export async function* writeFlatTrace(trace: WholeTrace): AsyncGenerator<readonly string[]> {
  const shown = recomputeTrace(trace.nodes);
  let position = 0;
  for await (const portion of trace.read([...trace.nodes.keys()])) {
    yield portion.map((span) => writeSpanJson(span, shown[position++]));
  }
}

/** Metrics are parts of the attributes. */
function recompute(
  nodes: readonly SpanNode[],
  projection: Projection | undefined,
): readonly TraceContext[] {
  const isRolledUp = projection === undefined || showsAttributes(projection);
  return isRolledUp ? recomputeTrace(nodes) : retypeTrace(nodes);
}

/** Returns the start of the first top-level span, in ns. */
export function startOfTrace(nodes: readonly SpanNode[]): bigint {
  return nodes[arrangeTree(nodes).top[0] ?? 0]?.start_time ?? 0n;
}

function nameIn(nodes: readonly SpanNode[]): (position: number) => string {
  return (position) => nodes[position]?.span_name ?? '';
}

/** Removes the closing brace if children follow. */
function writeNode(text: string, hasChildren: boolean): string {
  return hasChildren ? text.slice(0, -1) : text;
}

async function* oneByOne(portions: ReturnType<WholeTrace['read']>): AsyncGenerator<StoredSpan> {
  for await (const portion of portions) {
    yield* portion;
  }
}
