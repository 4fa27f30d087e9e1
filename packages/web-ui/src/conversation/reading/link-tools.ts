import { indexOfSpan, type Outline } from '../../trace/outline/outline.js';
import { spansOfTool } from './model-calls.js';
import type { ChatMessage, ToolCall } from './read-messages.js';
import type { ModelCall } from './to-call.js';

/**
 * Returns the index of the tool span for each tool call, keyed by `keyOfCall`. `spanOfId` maps call ids to span ids. A
 * call without an entry in `spanOfId` is linked to the tool's first unused span. If the call is part of a model call's
 * output, spans that start before the model call are skipped.
 */
export function linkTools(
  outline: Outline,
  calls: readonly ModelCall[],
  spanOfId: ReadonlyMap<string, string>,
): ReadonlyMap<string, number> {
  const links = new Map<string, number>();
  const taken = new Set<number>();
  const take = (call: ToolCall, at: number) => {
    links.set(keyOfCall(call), at);
    taken.add(at);
  };
  const all = calls.flatMap(({ span, inputs, outputs }) => {
    const start = outline.start[indexOfSpan(outline, span.span_id)] ?? 0;
    return [
      ...callsIn(inputs).map((call) => ({ call, after: Number.NEGATIVE_INFINITY })),
      ...callsIn(outputs).map((call) => ({ call, after: start })),
    ];
  });
  for (const { call } of all) {
    const at = indexOfSpan(outline, spanOfId.get(call.id) ?? '');
    if (at >= 0) {
      take(call, at);
    }
  }
  for (const { call, after } of all) {
    if (!links.has(keyOfCall(call))) {
      const at = spansOfTool(outline, call.name, after).find((span) => !taken.has(span));
      if (at !== undefined) {
        take(call, at);
      }
    }
  }
  return links;
}

/**
 * Returns a key that identifies a tool call. The key stays the same when later model calls repeat the tool call in
 * their inputs.
 */
export function keyOfCall({ id, name, input }: ToolCall): string {
  return id === '' ? `${name} ${input}` : `${id} ${name}`;
}

function callsIn(messages: readonly ChatMessage[]): readonly ToolCall[] {
  return messages.flatMap(({ toolCalls }) => toolCalls);
}
