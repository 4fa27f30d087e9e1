import type { SavedQueryStore } from '@spanhouse/catalog';
import type {
  PageStream,
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
  withoutStart,
} from '../paging/open-page.js';
import { listSpans } from './list-spans.js';

type TraceContext = PageContext<TracePosition> & { readonly reader: TraceReader };

/**
 * Opens a list of whole traces, sorted by the rank of their latest match. Rejects with the errors of the reader, and
 * with a 400 if the token belongs to another list.
 */
export function listTraces(
  request: ListRequest,
  context: TraceContext,
  options: ListOptions,
): Promise<ItemStream<RankedWholeTrace>> {
  const stream: TraceReader['streamTraces'] = (...read) => context.reader.streamTraces(...read);
  return listRanked({ request, options }, context, stream);
}

/** Opens a list of traces with the columns of summaries instead of whole spans. */
function listSummaries(
  request: ListRequest,
  context: TraceContext,
  options: ListOptions,
): Promise<ItemStream<TraceToSummarize>> {
  const stream: TraceReader['streamSummaries'] = (...read) =>
    context.reader.streamSummaries(...read);
  return listRanked({ request, options }, context, stream);
}

async function listRanked<Item extends TracePosition>(
  { request, options }: { readonly request: ListRequest; readonly options: ListOptions },
  context: PageContext<TracePosition>,
  stream: (...read: Parameters<TraceReader['streamTraces']>) => PageStream<Item>,
): Promise<ItemStream<Item>> {
  const page = await openPage(request, context, (hex, first) => moveToTrace(first, request, hex));
  return readPage({ request, page, options }, context, stream);
}

/**
 * Moves a page to a cursor that a client has built. The cursor is a trace id in the form of a UUID; the rank of this
 * trace replaces the bound where the list begins. Without a rank, the id is ignored; see docs/api/windowing.md.
 */
function moveToTrace(
  page: OpenPage<TracePosition>,
  { windowing, range }: ListRequest,
  trace_id: string,
): OpenPage<TracePosition> {
  const rank = windowing.order === 'ascending' ? windowing.oldest : windowing.newest;
  return rank === undefined
    ? page
    : { ...page, window: withoutStart(page.window, range), after: { rank, trace_id } };
}

/** Services of the routes that list spans or traces. */
export interface ListServices extends ReadServices {
  readonly savedQueries: SavedQueryStore;
  readonly spanPages: PageContext<SpanPosition>;
  readonly tracePages: PageContext<TracePosition>;
}

/** Adds the caller's project and the positions that the caller waited for to a parsed query. */
export function toListRequest(
  { filter, windowing, range, unread }: ListQuery,
  { principal, atLeast, tellVisible }: ReadContext,
): ListRequest {
  const projectId = principal.project_id;
  const optional = { ...(range && { range }), ...(unread && { unread }) };
  return { projectId, filter, windowing, ...optional, atLeast, tellVisible };
}

/** A parsed query, and the part of the list to read. Default: one page. */
export interface ListReading {
  readonly query: ListQuery;
  readonly extent?: ListOptions['extent'];
  readonly onSearched?: ListOptions['onSearched'];
}

/** Opens a list for the caller of a read. */
export type OpenList<Item> = (
  services: ListServices,
  reading: ListReading,
  context: ReadContext,
) => Promise<ItemStream<Item>>;

type List<Position, Item> = (
  request: ListRequest,
  context: PageContext<Position> & Pick<ReadServices, 'reader'>,
  options: ListOptions,
) => Promise<ItemStream<Item>>;

/** Opens a list of spans, of traces, or of summaries. */
export const openSpans = opener(listSpans, ({ spanPages }) => spanPages);
export const openTraces = opener(listTraces, ({ tracePages }) => tracePages);
export const openSummaries = opener(listSummaries, ({ tracePages }) => tracePages);

function opener<Position, Item>(
  list: List<Position, Item>,
  pagesOf: (services: ListServices) => PageContext<Position>,
): OpenList<Item> {
  return (services, { query, extent = 'page', onSearched }, context) => {
    const { reader, signal } = context;
    const pages = { reader, ...pagesOf(services) };
    return list(toListRequest(query, context), pages, { signal, extent, onSearched });
  };
}
