import { arrangeTree, type SpanTree, type TreeSpan } from '@spanhouse/span-schema';

/** The structure of a trace as all dialects show it. Spans are identified by their positions in the given list. */
export interface TraceStructure {
  readonly tree: SpanTree;
  /** Spans on a cycle of parents, which are shown without a parent. */
  readonly cyclic: ReadonlySet<number>;
  /** Earliest span without a parent id, by (start_time, span_id); undefined if every span has a parent id. */
  readonly root: number | undefined;
  /** Start of the root or, without a root, the earliest start of all spans. */
  readonly time: bigint;
}

/**
 * Determines the structure of a trace. `spans` MUST contain all spans of the trace, sorted by (start_time, span_id),
 * and MUST NOT be empty.
 */
export function structureOf(spans: readonly TreeSpan[]): TraceStructure {
  const tree = arrangeTree(spans);
  const stored = new Set(spans.map(({ span_id }) => span_id));
  const hasStoredParent = (position: number) => {
    const { parent_id } = spans[position] as TreeSpan;
    return parent_id !== undefined && stored.has(parent_id);
  };
  const found = spans.findIndex(({ parent_id }) => parent_id === undefined);
  const root = found === -1 ? undefined : found;
  return {
    tree,
    cyclic: new Set(tree.top.filter(hasStoredParent)),
    root,
    time: (spans[root ?? 0] as TreeSpan).start_time,
  };
}
