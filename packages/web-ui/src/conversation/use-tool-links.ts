import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryTraceSpans } from '../api/query-spans.js';
import { textAt } from '../api/shown-span.js';
import { traceKey } from '../api/trace-key.js';
import type { Outline } from '../trace/outline/outline.js';
import { keyOfCall, linkTools } from './reading/link-tools.js';
import type { ToolCall } from './reading/read-messages.js';
import type { ModelCall } from './reading/to-call.js';

/** Links from tool calls to their spans, and from results to their calls. */
export type ToolLinks = ReturnType<typeof useToolLinks>;

/** Links the tool calls in a conversation to their spans. */
export function useToolLinks(
  outline: Outline,
  calls: readonly ModelCall[],
  onSelect: (at: number) => void,
) {
  const toolCalls = useMemo(
    () =>
      calls.flatMap(({ inputs, outputs }) =>
        [...inputs, ...outputs].flatMap((message) => message.toolCalls),
      ),
    [calls],
  );
  const spanOfId = useToolSpanIds(outline.traceId, toolCalls.length > 0);
  const links = useMemo<ReadonlyMap<string, number>>(() => {
    // No links are shown until the call ids of the spans are loaded, because links based on names alone may be wrong.
    return spanOfId === undefined ? new Map() : linkTools(outline, calls, spanOfId);
  }, [outline, calls, spanOfId]);
  return useMemo(() => {
    const byId = new Map(toolCalls.map((call) => [call.id, call]));
    const answered = new Set(
      calls.flatMap(({ inputs }) => inputs.flatMap(({ toolCallId = '' }) => toolCallId)),
    );
    return {
      /** Returns a function that selects the span of a tool call; undefined if the call has no span. */
      spanOfTool: (call: ToolCall) => {
        const at = links.get(keyOfCall(call));
        return at === undefined ? undefined : () => onSelect(at);
      },
      /** Returns the tool call whose result a message contains. */
      answeredCall: (id: string) => (id === '' ? undefined : byId.get(id)),
      /** Returns true if a message contains the result of the call. */
      hasResult: (id: string) => id !== '' && answered.has(id),
    };
  }, [calls, toolCalls, links, onSelect]);
}

/** Maximum number of tool spans to read. Calls whose spans are not read are linked by tool name. */
const MAX_SPANS = 1000;

/** Paths at which libraries store the id of the tool call in a tool span. */
const idPaths: readonly (readonly string[])[] = [
  ['gen_ai', 'tool', 'call', 'id'],
  ['ai', 'toolCall', 'id'],
  ['tool_call', 'id'],
];

/**
 * Returns the ids of the tool spans, keyed by tool call id; undefined while they load. If the read fails, the map is
 * empty and calls are linked by tool name.
 */
function useToolSpanIds(
  traceId: string,
  isWanted: boolean,
): ReadonlyMap<string, string> | undefined {
  const { data, error } = useQuery({
    queryKey: traceKey('tool-spans', traceId),
    queryFn: async ({ signal }) => {
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
    },
    enabled: isWanted,
  });
  return data ?? (error === null ? undefined : none);
}

const none: ReadonlyMap<string, string> = new Map();
