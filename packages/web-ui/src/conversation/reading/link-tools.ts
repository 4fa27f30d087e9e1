import type { Outline } from '../../trace/outline/outline.js';
import { indexOfSpan } from '../../trace/outline/span-ids.js';
import { spansOfTool } from './model-calls.js';
import type { ChatMessage, ToolCall } from './read-messages.js';

/** What the links of a conversation are made of. */
export interface ToolSources {
  readonly outline: Outline;
  /** The messages of each call of a model, and its position in the outline. */
  readonly calls: readonly {
    readonly at: number;
    readonly inputs: readonly ChatMessage[];
    readonly outputs: readonly ChatMessage[];
  }[];
  /** The span of a tool for the id of a call. */
  readonly spanOfId: ReadonlyMap<string, string>;
}

/**
 * Returns the position of the span that ran each call of a tool: the span with the id of the call, otherwise the
 * first span with its name after the model answered that no earlier call has taken.
 */
export function linkTools({ outline, calls, spanOfId }: ToolSources): ReadonlyMap<string, number> {
  const links = new Map<string, number>();
  const taken = new Set<number>();
  const take = (call: ToolCall, at: number) => {
    links.set(keyOfCall(call), at);
    taken.add(at);
  };
  const all = calls.flatMap(({ at, inputs, outputs }) => [
    ...callsIn(inputs).map((call) => ({ call, after: Number.NEGATIVE_INFINITY })),
    ...callsIn(outputs).map((call) => ({ call, after: outline.start[at] ?? 0 })),
  ]);
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

/** Returns a text that a call shares with its repetitions in later calls of a model. */
export function keyOfCall({ id, name, input }: ToolCall): string {
  return id === '' ? `${name} ${input}` : `${id} ${name}`;
}

function callsIn(messages: readonly ChatMessage[]): readonly ToolCall[] {
  return messages.flatMap(({ toolCalls }) => toolCalls);
}
