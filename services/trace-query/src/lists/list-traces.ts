import type {
  PageStream,
  RankedWholeTrace,
  TracePosition,
  TraceReader,
  TraceToSummarize,
} from '@spanhouse/trace-store/reader';
import type { ItemStream, ListOptions, ListRequest } from '../paging/list-request.js';
import {
  type OpenPage,
  openPage,
  type PageContext,
  readPage,
  withoutStart,
} from '../paging/open-page.js';

type TraceContext = PageContext<TracePosition> & { readonly reader: TraceReader };

/**
 * Opens a list of whole traces, sorted by the rank of their latest match. Rejects as the reader
 * does, and with the 400 of a token that belongs to another list.
 */
export function listTraces(
  request: ListRequest,
  context: TraceContext,
  options: ListOptions,
): Promise<ItemStream<RankedWholeTrace>> {
  const stream: TraceReader['streamTraces'] = (...read) => context.reader.streamTraces(...read);
  return listRanked({ request, options }, context, stream);
}

/** Opens the same list with the columns of summaries in place of whole traces. */
export function listSummaries(
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
