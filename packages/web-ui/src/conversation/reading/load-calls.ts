import { useInfiniteQuery } from '@tanstack/react-query';
import { parseLargeJson } from '../../api/json/parse-large-json.js';
import { queryTraceSpans } from '../../api/query-spans.js';
import { traceKey } from '../../api/trace-key.js';
import { type ModelCall, toCall } from './to-call.js';

/** Calls in one request. */
const PAGE_SIZE = 20;

/** Levels of an answer: the answer, its list, the spans, and their lists such as events and links. */
const LIST_LEVELS = 4;

/** Reads the model calls of a trace by their ids, twenty at a time. */
export function useModelCalls(traceId: string, spanIds: readonly string[]) {
  return useInfiniteQuery({
    queryKey: traceKey('calls', traceId, spanIds),
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      loadCalls(traceId, spanIds.slice(pageParam, pageParam + PAGE_SIZE), signal),
    getNextPageParam: (_page, _pages, from: number) =>
      from + PAGE_SIZE < spanIds.length ? from + PAGE_SIZE : undefined,
  });
}

async function loadCalls(
  traceId: string,
  spanIds: readonly string[],
  signal: AbortSignal,
): Promise<readonly ModelCall[]> {
  const conditions = [{ field: 'span_id', operator: 'in', value: spanIds }];
  const query = { conditions, windowing: { limit: PAGE_SIZE } };
  const { spans } = await queryTraceSpans(traceId, query, {
    signal,
    read: (text) => parseLargeJson(text, { levels: LIST_LEVELS, signal }),
  });
  const byId = new Map(spans.map((span) => [span.span_id, span]));
  return spanIds.flatMap((id) => {
    const span = byId.get(id);
    return span === undefined ? [] : [toCall(span)];
  });
}
