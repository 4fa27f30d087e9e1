import { type DialectSpan, structureOf } from '@spanhouse/span-dialects/spans';
import type { StoredSpan } from '@spanhouse/span-row';
import type { WholeTrace } from '@spanhouse/trace-store/reader';
import { toDialectSpan } from './to-dialect-span.js';

/** Members of a trace that its serialized form depends on. */
export type WrittenTrace = Pick<WholeTrace, 'trace_id' | 'nodes' | 'read'>;
/** Portions of traces, as the store returns them. */
export type TracePortions =
  | Iterable<readonly WrittenTrace[]>
  | AsyncIterable<readonly WrittenTrace[]>;

/** A span of a trace in its stored form and its parsed form. */
interface TraceSpan {
  readonly stored: StoredSpan;
  readonly span: DialectSpan;
  /** True if the span is on a cycle of parents. */
  readonly isCyclic: boolean;
  /** Separator that precedes this span in a JSON list. */
  readonly comma: '' | ',';
}

/** Yields all spans of a trace. */
export async function* spansOfTrace({ nodes, read }: WrittenTrace): AsyncGenerator<TraceSpan> {
  const { cyclic } = structureOf(nodes);
  let position = 0;
  for await (const portion of read([...nodes.keys()])) {
    for (const stored of portion) {
      const isCyclic = cyclic.has(position);
      yield { stored, span: toDialectSpan(stored), isCyclic, comma: position === 0 ? '' : ',' };
      position += 1;
    }
  }
}

/**
 * Yields all serialized traces between the given brackets, separated by commas. Yields nothing if there are no traces.
 */
export async function* writeTraces(
  portions: TracePortions,
  write: (trace: WrittenTrace) => AsyncIterable<string>,
  [open, close]: readonly [open: string, close: string],
): AsyncGenerator<string> {
  let before = open;
  for await (const traces of portions) {
    for (const trace of traces) {
      yield before;
      yield* write(trace);
      before = ',';
    }
  }
  if (before === ',') {
    yield close;
  }
}
