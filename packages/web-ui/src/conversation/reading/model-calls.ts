import { type ShownSpan, valueAt } from '../../api/shown-span.js';
import type { Outline } from '../../trace/outline/outline.js';

/** Types of spans that are model calls. */
const callTypes = new Set(['llm', 'chat', 'completion', 'embedding', 'rerank', 'generation']);

/** Returns true if a span is a model call, judged by its type or its token counts. */
export function isModelCall({ span_type: type = '', attributes }: ShownSpan): boolean {
  return (
    callTypes.has(type) ||
    valueAt(attributes, 'ag', 'metrics', 'tokens', 'incremental') !== undefined
  );
}

/** The flags of spans with an input or an output. */
const HAS_CONTENT = 8 + 16;

/**
 * Returns the indexes of the model calls in order of time. In a trace without model calls, returns the top-level spans
 * with an input or output.
 */
export function modelCallsOf(outline: Outline): readonly number[] {
  const { texts, type, flags, parent, start } = outline;
  const all = [...type.keys()];
  const calls = all.filter((at) => callTypes.has(texts[type[at] ?? -1] ?? ''));
  const found =
    calls.length > 0
      ? calls
      : all.filter((at) => (parent[at] ?? -1) < 0 && ((flags[at] ?? 0) & HAS_CONTENT) > 0);
  return found.sort((one, other) => (start[one] ?? 0) - (start[other] ?? 0) || one - other);
}

/** Returns the spans of a tool that start at or after a time, in order of start. */
export function spansOfTool(outline: Outline, name: string, from: number): readonly number[] {
  const { texts, name: names, type, start } = outline;
  const startOf = (at: number) => start[at] ?? 0;
  return [...names.keys()]
    .filter(
      (at) =>
        texts[type[at] ?? -1] === 'tool' &&
        startOf(at) >= from &&
        namesTool(texts[names[at] ?? -1] ?? '', name),
    )
    .sort((one, other) => startOf(one) - startOf(other));
}

/** Returns true if a span name is the name of a tool. Some libraries add a word before or after the name. */
function namesTool(spanName: string, tool: string): boolean {
  return spanName === tool || spanName.split(/[\s:/]+/).includes(tool);
}
