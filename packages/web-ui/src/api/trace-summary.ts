import type { Filtering } from '../filter-bar/filtering.js';
import type { Bounds } from '../url/time-window.js';
import { call } from './call.js';
import type { LoadPage } from './cursor-pages.js';
import type { PreviewText, ShownSpan } from './shown-span.js';

/** A trace in a list; see docs/api/spans-and-traces.md. */
export interface TraceSummary {
  readonly trace_id: string;
  readonly root?: {
    readonly span_id: string;
    readonly span_name: string;
    readonly span_type?: string;
    readonly service_name?: string;
    readonly status_code?: string;
  };
  readonly start_time: string;
  readonly end_time: string;
  readonly duration_ns: string;
  readonly spans: number;
  readonly failed: number;
  readonly tokens: { readonly total?: number };
  readonly costs: { readonly total?: number };
  readonly models: readonly string[];
  readonly services: readonly { readonly service_name: string; readonly spans: number }[];
  readonly session_id?: string;
  readonly user_id?: string;
  /** How many annotations link to the trace. */
  readonly annotations?: number;
  readonly input?: PreviewText;
  readonly output?: PreviewText;
  /** The root with the attributes that the columns of a list name; no member of the API. */
  readonly rootSpan?: ShownSpan;
}

interface SummariesAnswer {
  readonly summaries?: readonly TraceSummary[];
  readonly windowing?: { readonly next?: string };
}

/** What a list of traces asks for. */
export interface SummariesRequest {
  readonly filtering?: Filtering | undefined;
  readonly bounds?: Bounds;
  readonly order: 'ascending' | 'descending';
  readonly limit: number;
}

/** Returns the function that reads the pages of a list of traces. */
export function loadSummaries(request: SummariesRequest): LoadPage<TraceSummary> {
  const { filtering, bounds, order, limit } = request;
  return async (next, signal) => {
    const windowing = next === undefined ? { ...bounds, limit, order } : { next };
    const body = { ...(filtering !== undefined && { filtering }), windowing };
    const { summaries = [], windowing: more } = await call<SummariesAnswer>(
      '/traces/summaries/query',
      { body, signal },
    );
    return { rows: summaries, next: more?.next };
  };
}

/** Returns the name of a trace: that of its root, or its id. */
export function nameOfTrace({ root, trace_id: traceId }: TraceSummary): string {
  return root?.span_name ?? traceId;
}
