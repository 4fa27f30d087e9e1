import type { StoredSpan } from '@spanhouse/span-row';
import type { SpanPosition, TraceReader } from '@spanhouse/trace-store/reader';
import type { ItemStream, ListOptions, ListRequest } from '../paging/list-request.js';
import {
  type OpenPage,
  openPage,
  type PageContext,
  readPage,
  toSelection,
  withoutStart,
} from '../paging/open-page.js';

/**
 * Opens a list of spans; see docs/api/windowing.md. Rejects with the errors of the reader, and with a 400 if the token
 * belongs to another list.
 */
export async function listSpans(
  request: ListRequest,
  context: PageContext<SpanPosition> & { readonly reader: TraceReader },
  options: ListOptions,
): Promise<ItemStream<StoredSpan>> {
  const { reader } = context;
  const { signal } = options;
  const page = await openPage(request, context, (hex, first) =>
    moveToSpan(first, { request, spanId: hex.slice(0, 16) }, { reader, signal }),
  );
  return readPage({ request, page, options }, context, (selection, streamOptions) =>
    reader.streamSpans(selection, streamOptions),
  );
}

/**
 * Moves a page to a cursor that a client has built. The cursor is the id of the last span, repeated to form a UUID. The
 * start of this span, with the precision of the client, replaces the bound where the list begins. Without a start, the
 * id is ignored; see docs/api/windowing.md.
 */
async function moveToSpan(
  page: OpenPage<SpanPosition>,
  { request, spanId }: { readonly request: ListRequest; readonly spanId: string },
  { reader, signal }: { readonly reader: TraceReader; readonly signal: AbortSignal },
): Promise<OpenPage<SpanPosition>> {
  const { oldest, newest, oldestUnit, newestUnit } = request.windowing;
  const isAscending = page.window.order === 'ascending';
  const [from, unit = 1n] = isAscending ? [oldest, oldestUnit] : [newest, newestUnit];
  if (from === undefined) {
    return page;
  }
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
