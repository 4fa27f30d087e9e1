import type {
  FoundSummariesAnswer,
  TraceSummary as SummaryAnswer,
} from '@spanhouse/span-schema/api';
import type { Filtering } from '../filter-bar/filtering.js';
import type { Bounds } from '../url/time-window.js';
import { call } from './call.js';
import type { LoadPage } from './cursor-pages.js';
import type { ShownSpan } from './shown-span.js';

/** Summary of a trace, as shown in a list; see docs/api/spans-and-traces.md. */
export type TraceSummary = SummaryAnswer & {
  /** The root span, with the attributes that the list's columns show. The API does not return this member. */
  readonly rootSpan?: ShownSpan;
};

export interface SummariesRequest {
  readonly filtering?: Filtering | undefined;
  readonly bounds?: Bounds;
  readonly order: 'ascending' | 'descending';
  readonly limit: number;
}

/** Returns a function that reads a list of traces page by page. */
export function loadSummaries(request: SummariesRequest): LoadPage<TraceSummary> {
  const { filtering, bounds, order, limit } = request;
  return async (next, signal) => {
    const windowing = next === undefined ? { ...bounds, limit, order } : { next };
    const body = { ...(filtering !== undefined && { filtering }), windowing };
    const { summaries = [], windowing: more } = await call<FoundSummariesAnswer>(
      '/traces/summaries/query',
      { body, signal },
    );
    return { rows: summaries, next: more?.next };
  };
}

/** Returns the name of the root span, or the trace id if there is no root. */
export function nameOfTrace({ root, trace_id: traceId }: TraceSummary): string {
  return root?.span_name ?? traceId;
}
