import { useMemo } from 'react';
import type { Outline } from '../trace/outline/outline.js';
import { indexOfSpan } from '../trace/outline/span-ids.js';
import { keyOfCall, linkTools } from './reading/link-tools.js';
import { useToolSpanIds } from './reading/load-tool-spans.js';
import type { ToolCall } from './reading/read-messages.js';
import type { ModelCall } from './reading/to-call.js';

/** Links from tool calls to their spans, and from results to calls. */
export interface ToolLinks {
  /** Returns a function that selects the span of a call; undefined without a span. */
  readonly spanOfTool: (call: ToolCall) => (() => void) | undefined;
  readonly answeredCall: (id: string) => ToolCall | undefined;
  /** Returns true if a message has the result of a call. */
  readonly hasResult: (id: string) => boolean;
}

/** Links the tool calls in a conversation to their spans. */
export function useToolLinks(
  outline: Outline,
  calls: readonly ModelCall[],
  onSelect: (at: number) => void,
): ToolLinks {
  const toolCalls = useMemo(
    () =>
      calls.flatMap(({ inputs, outputs }) =>
        [...inputs, ...outputs].flatMap((message) => message.toolCalls),
      ),
    [calls],
  );
  const spanOfId = useToolSpanIds(outline.traceId, toolCalls.length > 0);
  const links = useMemo<ReadonlyMap<string, number>>(() => {
    // Waits for the ids, because links by name may be wrong.
    if (spanOfId === undefined) {
      return new Map();
    }
    const placed = calls.map(({ span, inputs, outputs }) => ({
      at: indexOfSpan(outline, span.span_id),
      inputs,
      outputs,
    }));
    return linkTools({ outline, calls: placed, spanOfId });
  }, [outline, calls, spanOfId]);
  return useMemo(() => {
    const byId = new Map(toolCalls.map((call) => [call.id, call]));
    const answered = new Set(
      calls.flatMap(({ inputs }) => inputs.flatMap(({ toolCallId = '' }) => toolCallId)),
    );
    return {
      spanOfTool: (call) => {
        const at = links.get(keyOfCall(call));
        return at === undefined ? undefined : () => onSelect(at);
      },
      answeredCall: (id) => (id === '' ? undefined : byId.get(id)),
      hasResult: (id) => id !== '' && answered.has(id),
    };
  }, [calls, toolCalls, links, onSelect]);
}
