import type { SavedQueryStore } from '@spanhouse/catalog';
import type { StoredSpan } from '@spanhouse/span-row';
import type {
  SpanPosition,
  TracePosition,
  TraceToSummarize,
  WholeTrace,
} from '@spanhouse/trace-store/reader';
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

/** Opens a list of spans for the caller of a read; see `listSpans`. */
export function openSpans(
  { spanPages }: ListServices,
  { query, extent = 'page', onSearched }: ListReading,
  context: ReadContext,
): Promise<ItemStream<StoredSpan>> {
  const { reader, signal } = context;
  return listSpans(
    toListRequest(query, context),
    { reader, ...spanPages },
    { signal, extent, onSearched },
  );
}

/** Opens a list of traces for the caller of a read; see `listTraces`. */
export function openTraces(
  { tracePages }: ListServices,
  { query, extent = 'page', onSearched }: ListReading,
  context: ReadContext,
): Promise<ItemStream<WholeTrace>> {
  const { reader, signal } = context;
  return listTraces(
    toListRequest(query, context),
    { reader, ...tracePages },
    { signal, extent, onSearched },
  );
}

/** Opens a list of traces to summarize for the caller of a read; see `listSummaries`. */
export function openSummaries(
  { tracePages }: ListServices,
  { query, extent = 'page', onSearched }: ListReading,
  context: ReadContext,
): Promise<ItemStream<TraceToSummarize>> {
  const { reader, signal } = context;
  return listSummaries(
    toListRequest(query, context),
    { reader, ...tracePages },
    { signal, extent, onSearched },
  );
}
