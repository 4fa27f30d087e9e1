import { useQuery } from '@tanstack/react-query';
import { queryTraceSpans } from '../../api/query-spans.js';
import { textAt } from '../../api/shown-span.js';
import { traceKey } from '../../api/trace-key.js';

/** Maximum tool spans that are read; further calls are linked by name. */
const MAX_SPANS = 1000;

/** Paths at which libraries store the id of the call that a tool answers. */
const idPaths: readonly (readonly string[])[] = [
  ['gen_ai', 'tool', 'call', 'id'],
  ['ai', 'toolCall', 'id'],
  ['tool_call', 'id'],
];

/**
 * Returns the tool span for each call id in a trace; undefined while it loads. After a failure the map is empty, so
 * that tools are linked by name.
 */
export function useToolSpanIds(
  traceId: string,
  isWanted: boolean,
): ReadonlyMap<string, string> | undefined {
  const { data, error } = useQuery({
    queryKey: traceKey('tool-spans', traceId),
    queryFn: ({ signal }) => loadToolSpans(traceId, signal),
    enabled: isWanted,
  });
  return data ?? (error === null ? undefined : none);
}

const none: ReadonlyMap<string, string> = new Map();

async function loadToolSpans(
  traceId: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const query = {
    conditions: [{ field: 'span_type', operator: 'is', value: 'tool' }],
    windowing: { limit: MAX_SPANS },
    projection: { attributes: idPaths.map((path) => path.join('.')) },
  };
  const { spans } = await queryTraceSpans(traceId, query, { signal });
  const pairs = spans.flatMap(({ span_id: spanId, attributes }) => {
    const id = idPaths.map((path) => textAt(attributes, ...path)).find(Boolean);
    return id === undefined ? [] : [[id, spanId] as const];
  });
  return new Map(pairs);
}
