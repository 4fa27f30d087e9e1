import { arrangeTree, type SpanTree, type TreeSpan } from '@spanhouse/span-schema';

/** The structure of a trace that all dialects show. Spans are identified by their positions in the given list. */
export interface TraceStructure {
  readonly tree: SpanTree;
  /** The spans on a cycle of parents. They are shown without a parent. */
  readonly cyclic: ReadonlySet<number>;
  /** The earliest span without a parent id, by (start_time, span_id); undefined if every span has a parent id. */
  readonly root: number | undefined;
  /** The start of the root. If there is no root, the earliest start. */
  readonly time: bigint;
}

/**
 * Determines the structure of a trace from all its spans. They MUST be sorted by (start_time, span_id), and there MUST
 * be at least one.
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
