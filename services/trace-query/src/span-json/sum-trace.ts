import { echoesOf } from '@spanhouse/span-intake';
import { arrangeTree, type JsonObject } from '@spanhouse/span-schema';
import { type MeasuredNode, responseIdOf } from './recompute-trace.js';

/** Tokens or costs of a span or a trace. */
export interface Counts {
  readonly prompt: number;
  readonly completion: number;
  readonly total: number;
}

export interface TraceTotals {
  readonly tokens: Counts;
  readonly costs: Counts;
  readonly errors: number;
}

const none: Counts = { prompt: 0, completion: 0, total: 0 };

/** Returns the three counts of a metric. A missing count is 0. */
export function countsOf(metric: JsonObject | undefined): Counts {
  const count = (name: keyof Counts) => Number(metric?.[name] ?? 0);
  return { prompt: count('prompt'), completion: count('completion'), total: count('total') };
}

/**
 * Returns the totals of a trace. `spans` contains all its spans, sorted by (start_time, span_id); see
 * docs/api/ingest.md.
 */
export function sumTrace(spans: readonly MeasuredNode[]): TraceTotals {
  const root = spans.find(({ parent_id }) => parent_id === undefined);
  const errors = spans.reduce((sum, { metrics }) => sum + (metrics.errors.incremental ?? 0), 0);
  return {
    tokens: sumCounts(spans, 'tokens', root),
    costs: sumCounts(spans, 'costs', root),
    errors: errors || (root?.submitted_cumulative?.errors ?? 0),
  };
}

/**
 * Returns the sum over all calls except echoes. If it is zero, returns the sum over the topmost wrappers, or the root's
 * submitted values if there are no wrappers.
 */
function sumCounts(
  spans: readonly MeasuredNode[],
  name: 'tokens' | 'costs',
  root: MeasuredNode | undefined,
): Counts {
  const echoes = echoesOf(spans, responseIdOf);
  const calls = spans.filter((span) => !echoes.has(span));
  const own = addAll(calls.map(({ metrics }) => countsOf(metrics[name].incremental)));
  if (!isZero(own)) {
    return own;
  }
  const wrappers = topmostWrappers(spans, name);
  return wrappers.length > 0 ? addAll(wrappers) : countsOf(root?.submitted_cumulative?.[name]);
}

/** Returns the counts of each wrapper that is not inside another wrapper. */
function topmostWrappers(
  spans: readonly MeasuredNode[],
  name: 'tokens' | 'costs',
): readonly Counts[] {
  const reportedBy = ({ has_mapped_usage, submitted_cumulative }: MeasuredNode) =>
    has_mapped_usage ? countsOf(submitted_cumulative?.[name]) : none;
  if (spans.every((span) => isZero(reportedBy(span)))) {
    return [];
  }
  const { top, children } = arrangeTree(spans);
  const found: Counts[] = [];
  const pending = [...top];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const span = spans[at];
    const reported = span === undefined ? none : reportedBy(span);
    if (isZero(reported)) {
      for (const child of children[at] ?? []) {
        pending.push(child); // pushing all children in one call would exceed the call stack
      }
    } else {
      found.push(reported);
    }
  }
  return found;
}

function addAll(counts: readonly Counts[]): Counts {
  return counts.reduce(
    (sum, { prompt, completion, total }) => ({
      prompt: sum.prompt + prompt,
      completion: sum.completion + completion,
      total: sum.total + total,
    }),
    none,
  );
}

function isZero({ prompt, completion, total }: Counts): boolean {
  return prompt === 0 && completion === 0 && total === 0;
}
