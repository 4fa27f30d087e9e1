import { type CursorPage, type LoadPage, UnfinishedPage } from '../../api/cursor-pages.js';
import { streamPage } from '../../api/stream-page.js';
import {
  loadSummaries,
  type SummariesRequest,
  type TraceSummary,
} from '../../api/trace-summary.js';
import { readTime, writeTime } from '../../parts/values/format-time.js';
import { readPosition, type Windowing, writePosition } from './list-position.js';

type Ids = ReadonlySet<string>;
const none: Ids = new Set();

/**
 * Returns a function that reads the pages of a trace list:
 * - The first page is a stream, which reports rows and search progress as they arrive.
 * - After a timeout or Cancel, reading can resume where it stopped.
 * - The resumed stream omits traces that are already listed, because they may match again.
 */
export function loadTraces(request: SummariesRequest): LoadPage<TraceSummary> {
  const { filtering, bounds, limit, order } = request;
  const first: Windowing = { ...bounds, limit, order };
  const readPage = loadSummaries(request);
  /**
   * Returns a window that includes the last time that the search reported. Bounds are exclusive, and an interrupted
   * answer may lack some traces with exactly that time, so the bound is moved by 1 ns.
   */
  const from = (reached: string | undefined, windowing: Windowing): Windowing => {
    const bound = order === 'ascending' ? 'oldest' : 'newest';
    const own = first[bound];
    if (reached === undefined || (own !== undefined && readTime(reached) === readTime(`${own}`))) {
      return windowing;
    }
    return { ...first, [bound]: writeTime(readTime(reached) + (order === 'ascending' ? -1n : 1n)) };
  };
  /** Ids of the traces that were listed before a stream resumed, keyed by the tokens of the later pages. */
  const listedBefore = new Map<string | undefined, Ids>();
  return async (token, signal, onPart) => {
    const listed = listedBefore.get(token) ?? none;
    const onlyNew = (rows: readonly TraceSummary[]) =>
      listed.size === 0 ? rows : rows.filter(({ trace_id: id }) => !listed.has(id));
    const asPage = ({ rows, next }: CursorPage<TraceSummary>) => {
      if (next !== undefined) {
        listedBefore.set(next, listed);
      }
      return { rows: onlyNew(rows), next };
    };
    const windowing = token === undefined ? first : readPosition(token)?.windowing;
    if (windowing === undefined) {
      return asPage(await readPage(token, signal));
    }
    const body = { ...(filtering !== undefined && { filtering }), windowing };
    const streamed = await streamPage<TraceSummary>('/traces/summaries/query', body, {
      signal,
      onPart: onPart && ((part) => onPart({ ...part, rows: onlyNew(part.rows) })),
    });
    const { reached, failure } = streamed;
    if (failure === undefined) {
      return asPage(streamed);
    }
    const rows = onlyNew(streamed.rows);
    const position = writePosition({ kind: 'from', windowing: from(reached, windowing) });
    listedBefore.set(position, new Set([...listed, ...rows.map(({ trace_id: id }) => id)]));
    throw new UnfinishedPage({ rows, reached }, position, failure);
  };
}
