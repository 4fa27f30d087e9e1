import { AppError } from '@spanhouse/service-runtime';
import type {
  PageStream,
  RankedWholeTrace,
  SpanSelection,
  StreamOptions,
  TraceAnalytics,
  TracePosition,
  TraceReader,
} from '@spanhouse/trace-store/reader';

/** The snapshot and the readers that all statements of a read share, and the deadline of the read. */
export interface OpenStore {
  readonly project_id: string;
  readonly snapshot: readonly bigint[];
  readonly reader: TraceReader;
  readonly analytics: TraceAnalytics;
  readonly signal: AbortSignal;
  /** Returns true if there is enough time to read another page. */
  readonly hasTime: () => boolean;
}

export interface TraceWalk extends Pick<OpenStore, 'reader' | 'signal' | 'hasTime'> {
  /** The spans to select, in descending order. `limit` is the number of traces that the caller probably needs. */
  readonly selection: SpanSelection;
}

const MAX_PAGE = 1000;

/** Creates a selection of the spans in a window, newest first. */
export function selectWindow(
  { oldest, newest }: Pick<SpanSelection, 'oldest' | 'newest'>,
  { project_id, snapshot }: Pick<OpenStore, 'project_id' | 'snapshot'>,
  rest: Pick<SpanSelection, 'limit'> & Partial<Omit<SpanSelection, 'order'>>,
): SpanSelection & { readonly order: 'descending' } {
  const all = { filter: undefined, ratePercent: undefined, order: 'descending' } as const;
  return { project_id, snapshot, oldest, newest, ...all, ...rest };
}

/**
 * Yields the traces of a selection, sorted by rank, until the caller stops. The page size doubles with every page, so
 * that a walk that stops early has ranked few unneeded traces.
 */
export function walkTraces(walk: TraceWalk): AsyncGenerator<RankedWholeTrace> {
  return walkPages(walk, (page, options) => walk.reader.streamTraces(page, options));
}

type ReadPage<Trace> = (
  page: SpanSelection & { readonly after: TracePosition | undefined },
  options: StreamOptions,
) => PageStream<Trace>;

/** Yields the traces of a selection, sorted by rank, as `readPage` returns them. */
export async function* walkPages<Trace extends TracePosition>(
  { selection, signal, hasTime }: Omit<TraceWalk, 'reader'>,
  readPage: ReadPage<Trace>,
): AsyncGenerator<Trace> {
  let after: TracePosition | undefined;
  for (let size = Math.min(selection.limit, MAX_PAGE); ; size = Math.min(2 * size, MAX_PAGE)) {
    const page = readPage({ ...selection, limit: size, after }, { signal, deadline: 'shared' });
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
