import {
  arrangeTree,
  type CountsMetric,
  childrenFirst,
  type JsonObject,
  type SpanMetrics,
  type SubmittedCumulative,
} from '@spanhouse/span-schema';
import { toFinite } from './compute-costs.js';
import { type CallSpan, echoesOf, toNumber } from './echoes.js';

/** A span whose metrics can be rolled up. It is either newly accepted or read from the store. */
export interface RollUpSpan extends CallSpan {
  metrics: SpanMetrics;
  submitted_cumulative?: SubmittedCumulative | undefined;
}

/**
 * Sets the `cumulative` errors, tokens and costs of all spans in one trace (see docs/api/ingest.md). Changes the
 * metrics in place. Reads `incremental` and `submitted_cumulative`, never the result of an earlier roll-up, so the
 * roll-up can be repeated for any subset of the spans. Calls `responseIdOf` only for calls that may be echoes.
 */
export function rollUpMetrics<Span extends RollUpSpan>(
  spans: readonly Span[],
  responseIdOf: (span: Span) => string | undefined,
): void {
  if (!spans.some(hasMetrics)) {
    return;
  }
  const tree = arrangeTree(spans);
  const { children } = tree;
  const order = childrenFirst(tree);
  const echoes = echoesOf(spans, responseIdOf);
  for (const position of order) {
    rollUpErrors(spans[position] as Span, children[position], spans);
  }
  for (const name of ['tokens', 'costs'] as const) {
    const counted = new Array<JsonObject | undefined>(spans.length);
    const roll: CountsRoll = { spans, name, echoes, counted, wrapped: undefined };
    for (const position of order) {
      rollUpCounts(roll, position, children[position]);
    }
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

/**
 * The state of a roll-up of tokens or costs. `counted` and `wrapped` have one entry per span, in the order of `spans`.
 */
interface CountsRoll {
  readonly spans: readonly RollUpSpan[];
  readonly name: 'tokens' | 'costs';
  readonly echoes: ReadonlySet<RollUpSpan>;
  /** The counts that each span adds to its parent. An echo adds only the counts of the spans below it. */
  readonly counted: (JsonObject | undefined)[];
  /** The counts of the topmost wrappers in each subtree; `undefined` if there are no wrappers. */
  wrapped: (JsonObject | undefined)[] | undefined;
}

/**
 * Sets a span's `cumulative` counts. Call it after the span's children have been rolled up. Uses the first of these
 * that is not empty:
 *
 * - the sum of the calls
 * - the total that the span itself reports as a wrapper
 * - the sum of the wrappers below
 * - the value that the producer submitted
 */
function rollUpCounts(roll: CountsRoll, position: number, children: Children): void {
  const span = roll.spans[position] as RollUpSpan;
  const metric: CountsMetric = span.metrics[roll.name];
  const submitted = span.submitted_cumulative?.[roll.name];
  const below = sumOf(children, roll.counted);
  const own = metric.incremental;
  const sum = own === undefined ? below : addCounts(below ?? noCounts(), own);
  const wrapped = wrappedCounts(roll, span, children);
  if (wrapped !== undefined) {
    roll.wrapped ??= new Array(roll.spans.length);
    roll.wrapped[position] = wrapped;
  }
  const calls = isZero(sum) ? undefined : sum;
  const cumulative = calls ?? wrapped ?? submitted;
  roll.counted[position] = wrapped === undefined ? (calls ?? submitted) : calls;
  if (roll.echoes.has(span)) {
    roll.counted[position] = sumOf(children, roll.counted);
  }
  if (cumulative !== undefined) {
    metric.cumulative = cumulative;
  } else if (metric.cumulative !== undefined) {
    delete metric.cumulative;
  }
}

function wrappedCounts(
  { name, wrapped }: CountsRoll,
  { has_mapped_usage: isMapped, submitted_cumulative }: RollUpSpan,
  children: Children,
): JsonObject | undefined {
  const submitted = isMapped ? submitted_cumulative?.[name] : undefined;
  return submitted !== undefined && !isZero(submitted)
    ? submitted
    : wrapped && sumOf(children, wrapped);
}

interface Counts extends JsonObject {
  prompt: number;
  completion: number;
  total: number;
}

function noCounts(): Counts {
  return { prompt: 0, completion: 0, total: 0 };
}

function sumOf(
  children: Children,
  counts: readonly (JsonObject | undefined)[],
): Counts | undefined {
  let sum: Counts | undefined;
  for (const child of children ?? []) {
    const own = counts[child];
    if (own !== undefined) {
      sum = addCounts(sum ?? noCounts(), own);
    }
  }
  return sum;
}

/** Adds `counts` to `sum` in place and returns `sum`. */
function addCounts(sum: Counts, counts: JsonObject): Counts {
  sum.prompt = toFinite(sum.prompt + toNumber(counts['prompt']));
  sum.completion = toFinite(sum.completion + toNumber(counts['completion']));
  sum.total = toFinite(sum.total + toNumber(counts['total']));
  return sum;
}

function isZero(counts: JsonObject | undefined): boolean {
  return (
    toNumber(counts?.['prompt']) === 0 &&
    toNumber(counts?.['completion']) === 0 &&
    toNumber(counts?.['total']) === 0
  );
}
