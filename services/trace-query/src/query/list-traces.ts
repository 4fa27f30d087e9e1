import { parseTraceId } from '@spanhouse/span-schema';
import type { SelectedTrace, TracePosition, TraceReader } from '@spanhouse/trace-store/reader';
import type { ListOutcome, ListRequest } from './list-request.js';
import {
  type OpenPage,
  openFirstPage,
  openNextPage,
  type PageContext,
  showWindow,
  toSelection,
} from './open-page.js';

export interface ListTracesContext extends PageContext<TracePosition> {
  readonly reader: TraceReader;
}

/** A page of whole traces, by the rank of their latest match. Rejects as the reader does. */
export async function listTraces(
  request: ListRequest,
  context: ListTracesContext,
  signal: AbortSignal,
): Promise<ListOutcome<SelectedTrace>> {
  const page = await openTracePage(request, context);
  if (page === undefined) return { status: 'invalid_cursor', reason: "Invalid 'next' token." };
  const selection = { ...toSelection(request, page), after: page.after };
  const { traces, hasMore } = await context.reader.listTraces(selection, signal);
  const last = hasMore ? traces.at(-1) : undefined;
  const window = showWindow(request, { ...page, last }, context);
  return { status: 'listed', items: traces, window };
}

async function openTracePage(
  request: ListRequest,
  context: ListTracesContext,
): Promise<OpenPage<TracePosition> | undefined> {
  const { next } = request.windowing;
  if (next === undefined) return await openFirstPage(request, context);
  const traceId = parseTraceId(next);
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
  const rank = order === 'ascending' ? oldest : newest;
  if (rank === undefined) return page;
  const isAscending = page.window.order === 'ascending';
  const bounds = isAscending ? { oldest: undefined } : { newest: undefined };
  return { ...page, window: { ...page.window, ...bounds }, after: { rank, trace_id } };
}
