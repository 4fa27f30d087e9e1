import { type ShownSpan, valueAt } from '../../api/shown-span.js';
import type { Outline } from '../../trace/outline/outline.js';

/** Span types that represent model calls. */
const callTypes = new Set(['llm', 'chat', 'completion', 'embedding', 'rerank', 'generation']);

/** Returns true if a span is a model call, based on its type and its token counts. */
export function isModelCall({ span_type: type = '', attributes }: ShownSpan): boolean {
  return (
    callTypes.has(type) ||
    valueAt(attributes, 'ag', 'metrics', 'tokens', 'incremental') !== undefined
  );
}

/** Bit mask of the flags that mark spans with an input or an output. */
const HAS_CONTENT = 8 + 16;

/**
 * Returns the indexes of the model calls, ordered by time. If a trace has no model calls, returns the top-level spans
 * that have an input or output.
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

/** Returns the spans of a tool that start at or after the given time, ordered by start. */
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

/** Returns true if a span name refers to a tool. Some libraries put a word before or after the tool's name. */
function namesTool(spanName: string, tool: string): boolean {
  return spanName === tool || spanName.split(/[\s:/]+/).includes(tool);
}
