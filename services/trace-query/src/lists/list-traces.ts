import type { RankedWholeTrace, TracePosition, TraceReader } from '@spanhouse/trace-store/reader';
import type { ItemStream, ListOptions, ListRequest } from '../paging/list-request.js';
import {
  type OpenPage,
  openPage,
  type PageContext,
  readPage,
  withoutStart,
} from '../paging/open-page.js';

/**
 * Opens a list of whole traces, sorted by the rank of their latest match. Rejects as the reader
 * does, and with the 400 of a token that belongs to another list.
 */
export async function listTraces(
  request: ListRequest,
  context: PageContext<TracePosition> & { readonly reader: TraceReader },
  options: ListOptions,
): Promise<ItemStream<RankedWholeTrace>> {
  const page = await openPage(request, context, (hex, first) => moveToTrace(first, request, hex));
  return readPage({ request, page, options }, context, (selection, streamOptions) =>
    context.reader.streamTraces(selection, streamOptions),
  );
}

/**
 * Moves a page to the cursor that a client built: a trace id as a UUID, and the rank of that trace
 * in place of the bound at which the list begins. Without the rank, the id is ignored; see
 * docs/api/windowing.md.
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
