import { type CallOptions, call } from './call.js';
import type { ShownSpan } from './shown-span.js';

export interface SpansPage<Span = ShownSpan> {
  readonly spans: readonly Span[];
  /** The token for the next page; undefined on the last page. */
  readonly next: string | undefined;
}

interface SpansAnswer<Span> {
  readonly spans?: readonly Span[];
  readonly windowing?: { readonly next?: string };
}

type ReadOptions = Pick<CallOptions, 'signal' | 'headers' | 'read' | 'fromFile'>;

/** Reads one page of the spans that match a query. `query` is the request body of `POST /spans/query`. */
export async function querySpans<Span = ShownSpan>(
  query: object,
  options: ReadOptions = {},
): Promise<SpansPage<Span>> {
  const answer = await call<SpansAnswer<Span>>('/spans/query', { ...options, body: query });
  return { spans: answer.spans ?? [], next: answer.windowing?.next };
}

/** The parameters of a span query, without its filter. */
interface TraceQuery {
  readonly windowing: object;
  readonly projection?: object;
}

/**
 * Reads one page of a trace's spans that match all conditions. If the trace comes from an opened file, the spans are
 * read from that file.
 */
export function queryTraceSpans(
  traceId: string,
  { conditions = [], ...rest }: TraceQuery & { readonly conditions?: readonly object[] },
  options: ReadOptions = {},
): Promise<SpansPage> {
  const ofTrace = { field: 'trace_id', operator: 'is', value: traceId };
  const query = { ...rest, filtering: { conditions: [ofTrace, ...conditions] } };
  return querySpans(query, { ...options, fromFile: { traceId, query, isInAllTraces: false } });
}

/**
 * Reads one page of the spans that link to a given trace. The linking spans may belong to any trace. If the given trace
 * comes from an opened file, the spans are read from that file.
 */
export function queryLinkingSpans<Span = ShownSpan>(
  traceId: string,
  query: object,
  options: ReadOptions = {},
): Promise<SpansPage<Span>> {
  return querySpans(query, { ...options, fromFile: { traceId, query, isInAllTraces: true } });
}
