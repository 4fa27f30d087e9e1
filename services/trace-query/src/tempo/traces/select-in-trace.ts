import type { WholeTrace } from '@spanhouse/trace-store/reader';
import type { Expression } from '@spanhouse/traceql';
import { compileCondition, TraceShape } from '@spanhouse/traceql/evaluate';
import { QueriedSpans } from '../../traceql/queried-span.js';

/** Selects spans of a trace. Depths are levels of the tree; Infinity means all. */
export interface TraceSelection {
  readonly condition: Expression | undefined;
  /** Number of levels below each matching span. */
  readonly depthBelow: number;
  /** Number of levels above each matching span. */
  readonly depthAbove: number;
}

/** Returns the positions of the selected spans of a trace, ascending. */
export async function selectInTrace(
  trace: WholeTrace,
  { condition, depthBelow, depthAbove }: TraceSelection,
): Promise<readonly number[]> {
  const shape = new TraceShape(trace.trace_id, trace.nodes);
  const matches = await findMatches(trace, shape, condition);
  const parents = (position: number) => shape.parentOf(position) ?? [];
  const children = childrenOf(shape);
  const kept = new Set([
    ...within(matches, depthAbove, parents),
    ...within(matches, depthBelow, (position) => children.get(position) ?? []),
  ]);
  return [...kept].sort((left, right) => left - right);
}

async function findMatches(
  { nodes, read }: WholeTrace,
  shape: TraceShape,
  condition: Expression | undefined,
): Promise<readonly number[]> {
  const matches = compileCondition(condition);
  const shown = new QueriedSpans();
  const found: number[] = [];
  let position = 0;
  for await (const spans of read([...nodes.keys()])) {
    for (const stored of spans) {
      // The parser refuses fields of the trace, so that no condition needs the service of its root.
      if (matches({ span: shown.show(stored), position, shape, rootService: '' })) {
        found.push(position);
      }
      position += 1;
    }
  }
  return found;
}

function childrenOf(shape: TraceShape): ReadonlyMap<number, readonly number[]> {
  const children = new Map<number, number[]>();
  for (const position of shape.spans.keys()) {
    const parent = shape.parentOf(position);
    if (parent !== undefined) {
      const siblings = children.get(parent);
      if (siblings === undefined) {
        children.set(parent, [position]);
      } else {
        siblings.push(position);
      }
    }
  }
  return children;
}

/** Returns the given spans, and the spans that are at most `depth` steps away from one of them. */
function within(
  from: readonly number[],
  depth: number,
  stepsFrom: (position: number) => number | readonly number[],
): Iterable<number> {
  const distances = new Map(from.map((position) => [position, 0]));
  // The loop reaches the entries that it adds, so that the nearest spans come first.
  for (const [position, distance] of distances) {
    if (distance < depth) {
      for (const next of [stepsFrom(position)].flat()) {
        if (!distances.has(next)) {
          distances.set(next, distance + 1);
        }
      }
    }
  }
  return distances.keys();
}
