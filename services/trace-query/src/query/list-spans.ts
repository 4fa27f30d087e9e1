import type { StoredSpan } from '@spanhouse/span-row';
import { parseUuid } from '@spanhouse/span-schema';
import type { SpanPosition, TraceReader } from '@spanhouse/trace-store/reader';
import type { ListOptions, ListRequest, OpenedList } from './list-request.js';
import {
  type OpenPage,
  openFirstPage,
  openNextPage,
  type PageContext,
  readPage,
  toSelection,
} from './open-page.js';

export interface ListSpansContext extends PageContext<SpanPosition> {
  readonly reader: TraceReader;
}

/** A list of spans (API: "Windowing and paging"). Rejects as the reader does. */
export async function listSpans(
  request: ListRequest,
  context: ListSpansContext,
  options: ListOptions,
): Promise<OpenedList<StoredSpan>> {
  const page = await openSpanPage(request, context, options.signal);
  if (page === undefined) return { status: 'invalid_cursor', reason: "Invalid 'next' token." };
  const items = readPage({ request, page, options }, context, (selection, streamOptions) =>
    context.reader.streamSpans(selection, streamOptions),
  );
  return { status: 'opened', items };
}

async function openSpanPage(
  request: ListRequest,
  context: ListSpansContext,
  signal: AbortSignal,
): Promise<OpenPage<SpanPosition> | undefined> {
  const { next } = request.windowing;
  if (next === undefined) return await openFirstPage(request, context);
  const uuid = parseUuid(next)?.replaceAll('-', '');
  return uuid === undefined
    ? openNextPage(next, request, context)
    : await openClientPage({ request, spanId: uuid.slice(0, 16) }, context, signal);
}

/**
 * The older cursor that clients build themselves: the id of the last span, twice, and its start in
 * place of the bound the list walks towards, as precise as they could write it. Without the time the
 * id says nothing.
 */
async function openClientPage(
  { request, spanId }: { readonly request: ListRequest; readonly spanId: string },
  context: ListSpansContext,
  signal: AbortSignal,
): Promise<OpenPage<SpanPosition>> {
  const page = await openFirstPage<SpanPosition>(request, context);
  const { oldest, newest, oldestUnit, newestUnit } = request.windowing;
  const isAscending = page.window.order === 'ascending';
  const [from, unit = 1n] = isAscending ? [oldest, oldestUnit] : [newest, newestUnit];
  if (from === undefined) return page;
  const boundary = { from, to: from + unit - 1n, span_id: spanId };
  const { spans } = await context.reader.listSpans(
    {
      ...toSelection(request, page),
      filter: { kind: 'equals_any', field: 'span_id', values: [spanId] },
      ...(isAscending
        ? { oldest: from - 1n, newest: boundary.to }
        : { oldest: from, newest: boundary.to + 1n }),
      ...{ ratePercent: undefined, snapshot: [], limit: 1, after: undefined },
    },
    signal,
  );
  const [after] = spans;
  const { range } = request;
  const bounds = isAscending ? { oldest: range?.oldest } : { newest: range?.newest };
  const window = { ...page.window, ...bounds, ...(after === undefined && { boundary }) };
  return { ...page, window, after };
}
