import type { SavedQueryStore } from '@spanhouse/catalog';
import type { StoredSpan } from '@spanhouse/span-row';
import type {
  RankedWholeTrace,
  SpanPosition,
  TracePosition,
  TraceReader,
  TraceToSummarize,
} from '@spanhouse/trace-store/reader';
import type { ReadContext, ReadServices } from '../http/read-handler.js';
import type { ItemStream, ListOptions, ListQuery, ListRequest } from '../paging/list-request.js';
import {
  type OpenPage,
  openPage,
  type PageContext,
  readPage,
  toSelection,
  withoutStart,
} from '../paging/open-page.js';

/** Services for the routes that list spans or traces. */
export interface ListServices extends ReadServices {
  readonly savedQueries: SavedQueryStore;
  readonly spanPages: PageContext<SpanPosition>;
  readonly tracePages: PageContext<TracePosition>;
}

/** Adds the caller's project and a snapshot to a parsed query. */
export function toListRequest(
  query: ListQuery,
  { principal, snapshot }: Pick<ReadContext, 'principal' | 'snapshot'>,
): ListRequest {
  return { ...query, projectId: principal.project_id, snapshot };
}

/** A parsed query, and the part of the list to read, which is one page by default. */
export interface ListReading {
  readonly query: ListQuery;
  readonly extent?: ListOptions['extent'];
  readonly onSearched?: ListOptions['onSearched'];
}

type ListContext = Pick<ReadContext, 'principal' | 'reader' | 'signal' | 'snapshot'>;

/**
 * Opens a list for the caller of a read. Rejects with the reader's errors, and with a 400 if the token belongs to
 * another list.
 */
export type OpenList<Item> = (
  services: Pick<ListServices, 'spanPages' | 'tracePages'>,
  reading: ListReading,
  context: ListContext,
) => Promise<ItemStream<Item>>;

/** Opens a list of spans; see docs/api/windowing.md. */
export const openSpans: OpenList<StoredSpan> = ({ spanPages: pages }, reading, context) => {
  const stream: TraceReader['streamSpans'] = (...read) => context.reader.streamSpans(...read);
  return openList(reading, context, { pages, stream, moveTo: moveToSpan });
};

/** Opens a list of whole traces, sorted by rank, which is the start of the latest matching span. */
export const openTraces: OpenList<RankedWholeTrace> = ({ tracePages: pages }, reading, context) => {
  const stream: TraceReader['streamTraces'] = (...read) => context.reader.streamTraces(...read);
  return openList(reading, context, { pages, stream, moveTo: moveToTrace });
};

/** Opens a list of traces that contain only the columns needed for summaries. */
export const openSummaries: OpenList<TraceToSummarize> = (services, reading, context) => {
  const stream: TraceReader['streamSummaries'] = (...read) =>
    context.reader.streamSummaries(...read);
  return openList(reading, context, { pages: services.tracePages, stream, moveTo: moveToTrace });
};

interface ListKind<Position, Item extends Position> {
  readonly pages: PageContext<Position>;
  readonly stream: Parameters<typeof readPage<Position, Item>>[2];
  readonly moveTo: (
    page: OpenPage<Position>,
    hex: string,
    request: ListRequest & ListContext,
  ) => Promise<OpenPage<Position>> | OpenPage<Position>;
}

async function openList<Position, Item extends Position>(
  { query, extent = 'page', onSearched }: ListReading,
  context: ListContext,
  { pages, stream, moveTo }: ListKind<Position, Item>,
): Promise<ItemStream<Item>> {
  const request = { ...context, ...toListRequest(query, context) };
  const page = await openPage(request, pages, (hex, first) => moveTo(first, hex, request));
  const options = { signal: context.signal, extent, onSearched };
  return readPage({ request, page, options }, pages, stream);
}

/**
 * Moves a page to a cursor that a client has built. The cursor is a trace id in the form of a UUID. The bound at which
 * the request's window starts is taken as the rank of this trace, and no longer limits the list. If the window has no
 * such bound, the id is ignored; see docs/api/windowing.md.
 */
function moveToTrace(
  page: OpenPage<TracePosition>,
  trace_id: string,
  { windowing, range }: ListRequest,
): OpenPage<TracePosition> {
  const rank = windowing.order === 'ascending' ? windowing.oldest : windowing.newest;
  return rank === undefined
    ? page
    : { ...page, window: withoutStart(page.window, range), after: { rank, trace_id } };
}

/**
 * Moves a page to a cursor that a client has built. The cursor is the id of the last span, repeated to form a UUID. The
 * bound at which the request's window starts is taken as this span's start, rounded to the client's precision, and no
 * longer limits the list. If the window has no such bound, the id is ignored; see docs/api/windowing.md.
 */
async function moveToSpan(
  page: OpenPage<SpanPosition>,
  hex: string,
  { reader, signal, ...request }: ListRequest & ListContext,
): Promise<OpenPage<SpanPosition>> {
  const { oldest, newest, oldestUnit, newestUnit } = request.windowing;
  const isAscending = page.window.order === 'ascending';
  const [from, unit = 1n] = isAscending ? [oldest, oldestUnit] : [newest, newestUnit];
  if (from === undefined) {
    return page;
  }
  const spanId = hex.slice(0, 16);
  const boundary = { from, to: from + unit - 1n, span_id: spanId };
  const { spans } = await reader.listSpans(
    {
      ...toSelection(request, page),
      filter: { kind: 'equals_any', field: 'span_id', values: [spanId] },
      ...(isAscending
        ? { oldest: from - 1n, newest: boundary.to }
        : { oldest: from, newest: boundary.to + 1n }),
      ratePercent: undefined,
      snapshot: [],
      limit: 1,
      after: undefined,
    },
    signal,
  );
  const [after] = spans;
  const window = withoutStart(page.window, request.range);
  return { ...page, window: after === undefined ? { ...window, boundary } : window, after };
}
