import type { SavedQueryStore } from '@spanhouse/catalog';
import type { SpanPosition, TracePosition } from '@spanhouse/trace-store/reader';
import type { ReadContext, ReadServices } from '../http/read-handler.js';
import type { ItemStream, ListOptions, ListQuery, ListRequest } from '../paging/list-request.js';
import type { PageContext } from '../paging/open-page.js';
import { listSpans } from './list-spans.js';
import { listSummaries, listTraces } from './list-traces.js';

/** Services of the routes that list spans or traces. */
export interface ListServices extends ReadServices {
  readonly savedQueries: SavedQueryStore;
  readonly spanPages: PageContext<SpanPosition>;
  readonly tracePages: PageContext<TracePosition>;
}

/** Completes a parsed query with the caller's project and the positions that the caller waited for. */
export function toListRequest(
  { filter, windowing, range, unread }: ListQuery,
  { principal, atLeast, tellVisible }: ReadContext,
): ListRequest {
  const projectId = principal.project_id;
  const optional = { ...(range && { range }), ...(unread && { unread }) };
  return { projectId, filter, windowing, ...optional, atLeast, tellVisible };
}

/** A parsed query, and the part of its list that is read. Default: a page. */
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

/** Opens a list of spans, traces, or traces to summarize. */
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
