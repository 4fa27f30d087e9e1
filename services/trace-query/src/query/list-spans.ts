import type { StoredSpan } from '@spanhouse/span-row';
import { parseUuid } from '@spanhouse/span-schema';
import type { SpanPosition, TraceReader } from '@spanhouse/trace-store/reader';
import type { ListOutcome, ListRequest } from './list-request.js';
import {
  type OpenPage,
  openFirstPage,
  openNextPage,
  type PageContext,
  showWindow,
  toSelection,
} from './open-page.js';

export interface ListSpansContext extends PageContext<SpanPosition> {
  readonly reader: TraceReader;
}

/** A page of spans (API: "Windowing and paging"). Rejects as the reader does. */
export async function listSpans(
  request: ListRequest,
  context: ListSpansContext,
  signal: AbortSignal,
): Promise<ListOutcome<StoredSpan>> {
  const page = await openSpanPage(request, context);
  if (typeof page === 'string') return { status: 'invalid_cursor', reason: page };
  const selection = { ...toSelection(request, page), after: page.after };
  const { spans, hasMore } = await context.reader.listSpans(selection, signal);
  const last = hasMore ? spans.at(-1) : undefined;
  return {
    status: 'listed',
    items: spans,
    window: showWindow(request, { ...page, last }, context),
  };
}

/** The page, or why there is none. */
async function openSpanPage(
  request: ListRequest,
  context: ListSpansContext,
): Promise<OpenPage<SpanPosition> | string> {
  const { next, order, newest, oldest } = request.windowing;
  if (next === undefined) return await openFirstPage(request, context);
  if (parseUuid(next) === undefined) {
    return openNextPage(next, request, context) ?? "Invalid 'next' token.";
  }
  const boundary = order === 'ascending' ? oldest : newest;
  return boundary === undefined
    ? await openFirstPage(request, context)
    : "Invalid 'next' token. Client-built cursors are not supported for spans: send the 'next' of the response.";
}
