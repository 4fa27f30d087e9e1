import {
  arrangeTree,
  type CountsMetric,
  childrenFirst,
  type JsonObject,
  type SpanMetrics,
  type SubmittedCumulative,
  type TreeSpan,
} from '@spanhouse/span-schema';
import { toFinite } from './compute-costs.js';

/** A span whose metrics can be rolled up: a newly accepted one, or one read from the store. */
export interface RollUpSpan extends TreeSpan {
  metrics: SpanMetrics;
  submitted_cumulative?: SubmittedCumulative | undefined;
}

/**
 * Sets `cumulative` of errors, tokens and costs over the tree of one trace (see
 * docs/api/ingest.md). Starts from `incremental` and `submitted_cumulative`, never from a previous
 * roll-up, so that it can be repeated over any set of the trace's spans. Changes the metrics in
 * place.
 */
export function rollUpMetrics(spans: readonly RollUpSpan[]): void {
  if (!spans.some(hasMetrics)) {
    return;
  }
  const tree = arrangeTree(spans);
  for (const position of childrenFirst(tree)) {
    const span = spans[position] as RollUpSpan;
    rollUpErrors(span, tree.children[position], spans);
    rollUpCounts(span, 'tokens', { children: tree.children[position], spans });
    rollUpCounts(span, 'costs', { children: tree.children[position], spans });
  }
}

function hasMetrics({ metrics: { errors, tokens, costs } }: RollUpSpan): boolean {
  return (
    errors.incremental !== undefined ||
    errors.cumulative !== undefined ||
    tokens.incremental !== undefined ||
    tokens.cumulative !== undefined ||
    costs.incremental !== undefined ||
    costs.cumulative !== undefined
  );
}

type Children = readonly number[] | undefined;

function rollUpErrors(span: RollUpSpan, children: Children, spans: readonly RollUpSpan[]): void {
  const { errors } = span.metrics;
  let total = errors.incremental ?? 0;
  for (const child of children ?? []) {
    total += spans[child]?.metrics.errors.cumulative ?? 0;
  }
  const cumulative = total === 0 ? span.submitted_cumulative?.errors : toFinite(total);
  if (cumulative !== undefined) {
    errors.cumulative = cumulative;
  } else if (errors.cumulative !== undefined) {
    delete errors.cumulative;
  }
}

function rollUpCounts(
  span: RollUpSpan,
  name: 'tokens' | 'costs',
  { children, spans }: { children: Children; spans: readonly RollUpSpan[] },
): void {
  const metric: CountsMetric = span.metrics[name];
  const total = { prompt: 0, completion: 0, total: 0 };
  addCounts(total, metric.incremental);
  for (const child of children ?? []) {
    addCounts(total, spans[child]?.metrics[name].cumulative);
  }
  const isZero = total.prompt === 0 && total.completion === 0 && total.total === 0;
  const cumulative = isZero ? span.submitted_cumulative?.[name] : total;
  if (cumulative !== undefined) {
    metric.cumulative = cumulative;
  } else if (metric.cumulative !== undefined) {
    delete metric.cumulative;
  }
}

function addCounts(
  sum: { prompt: number; completion: number; total: number },
  counts: JsonObject | undefined,
): void {
  if (counts !== undefined) {
    sum.prompt = toFinite(sum.prompt + toNumber(counts['prompt']));
    sum.completion = toFinite(sum.completion + toNumber(counts['completion']));
    sum.total = toFinite(sum.total + toNumber(counts['total']));
  }
}

/** Converts a count. Nested objects of counts are allowed and do not roll up. */
function toNumber(count: unknown): number {
  return typeof count === 'number' || typeof count === 'bigint' ? Number(count) : 0;
}
