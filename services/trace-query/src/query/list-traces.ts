import { parseUuid } from '@spanhouse/span-schema';
import type { RankedWholeTrace, TracePosition, TraceReader } from '@spanhouse/trace-store/reader';
import type { ListOptions, ListRequest, OpenedList } from './list-request.js';
import {
  type OpenPage,
  openFirstPage,
  openNextPage,
  type PageContext,
  readPage,
} from './open-page.js';

export interface ListTracesContext extends PageContext<TracePosition> {
  readonly reader: TraceReader;
}

/** A list of whole traces, by the rank of their latest match. Rejects as the reader does. */
export async function listTraces(
  request: ListRequest,
  context: ListTracesContext,
  options: ListOptions,
): Promise<OpenedList<RankedWholeTrace>> {
  const page = await openTracePage(request, context);
  if (page === undefined) return { status: 'invalid_cursor', reason: "Invalid 'next' token." };
  const items = readPage({ request, page, options }, context, (selection, streamOptions) =>
    context.reader.streamTraces(selection, streamOptions),
  );
  return { status: 'opened', items };
}

async function openTracePage(
  request: ListRequest,
  context: ListTracesContext,
): Promise<OpenPage<TracePosition> | undefined> {
  const { next } = request.windowing;
  if (next === undefined) return await openFirstPage(request, context);
  const traceId = parseUuid(next)?.replaceAll('-', '');
  return traceId === undefined
    ? openNextPage(next, request, context)
    : openClientPage(request, traceId, context);
}

/**
 * The older cursor that clients build themselves: a trace id and the rank of that trace in place of
 * the bound the list walks towards. The rank is a position only. Without it the id says nothing.
 */
async function openClientPage(
  request: ListRequest,
  trace_id: string,
  context: ListTracesContext,
): Promise<OpenPage<TracePosition>> {
  const page = await openFirstPage<TracePosition>(request, context);
  const { oldest, newest, order } = request.windowing;
  const { range } = request;
  const rank = order === 'ascending' ? oldest : newest;
  if (rank === undefined) return page;
  const isAscending = page.window.order === 'ascending';
  const bounds = isAscending ? { oldest: range?.oldest } : { newest: range?.newest };
  return { ...page, window: { ...page.window, ...bounds }, after: { rank, trace_id } };
}
