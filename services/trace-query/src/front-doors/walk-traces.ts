import { AppError } from '@spanhouse/service-runtime';
import type {
  RankedWholeTrace,
  SpanSelection,
  TracePosition,
  TraceReader,
} from '@spanhouse/trace-store/reader';

/** What to walk, and until when. */
export interface TraceWalk {
  readonly reader: TraceReader;
  /** Descending; `limit` is the number of traces that the caller expects to need. */
  readonly selection: SpanSelection;
  readonly signal: AbortSignal;
  /** Whether there is time for a further page. */
  readonly hasTime: () => boolean;
}

const MAX_PAGE = 1000;

/**
 * Yields the traces of a selection by rank, for as long as the caller takes them. They are read in pages of growing
 * size, because a walk that ends soon should not rank more traces than it needs.
 */
export async function* walkTraces({
  reader,
  selection,
  signal,
  hasTime,
}: TraceWalk): AsyncGenerator<RankedWholeTrace> {
  let after: TracePosition | undefined;
  for (let size = Math.min(selection.limit, MAX_PAGE); ; size = Math.min(2 * size, MAX_PAGE)) {
    const page = reader.streamTraces(
      { ...selection, limit: size, after },
      { signal, deadline: 'shared' },
    );
    let step = await page.next();
    try {
      for (; !step.done; step = await page.next()) {
        for (const trace of step.value) {
          after = { rank: trace.rank, trace_id: trace.trace_id };
          yield trace;
        }
      }
    } finally {
      await page.return(false);
    }
    if (step.value !== true) {
      return;
    }
    if (!hasTime()) {
      throw new AppError('DEADLINE_EXCEEDED', 'the walk over traces exceeded its deadline');
    }
  }
}
