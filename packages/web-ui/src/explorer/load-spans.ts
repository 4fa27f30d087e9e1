import { call } from '../api/call.js';
import type { LoadPage } from '../api/cursor-pages.js';
import type { ShownSpan } from '../api/shown-span.js';
import type { Filtering } from '../filter-bar/filtering.js';
import type { Bounds } from '../url/time-window.js';

const PAGE_SIZE = 100;
/** Characters of a text that a row may show. */
const TEXT_LIMIT = 300;

/** The parts of a span that a row shows. */
export const rowProjection = {
  members: [
    'span_name',
    'span_type',
    'start_time',
    'end_time',
    'status_code',
    'status_message',
    'resource',
  ],
  attributes: [
    'ag.data.inputs',
    'ag.data.outputs',
    'ag.metrics.tokens.cumulative.total',
    'ag.metrics.costs.cumulative.total',
  ],
  text_limit: TEXT_LIMIT,
};

interface SpansAnswer {
  readonly spans?: readonly ShownSpan[];
  readonly windowing?: { readonly next?: string };
}

/** Returns the function that reads the pages of a list of spans, newest first. */
export function loadSpans(filtering: Filtering | undefined, bounds: Bounds): LoadPage<ShownSpan> {
  const first = { ...bounds, limit: PAGE_SIZE, order: 'descending' };
  return async (next, signal) => {
    const windowing = next === undefined ? first : { next };
    const body = {
      ...(filtering !== undefined && { filtering }),
      windowing,
      projection: rowProjection,
    };
    const { spans = [], windowing: more } = await call<SpansAnswer>('/spans/query', {
      body,
      signal,
    });
    return { rows: spans, next: more?.next };
  };
}
