import { checkHint } from '../check/check-hint.js';
import { TraceQlError } from '../traceql-error.js';
import type { Hint, MetricsFunction, Query, SeriesStage } from '../tree/query.js';
import { parseLiteral } from './parse-expression.js';
import { isMetricsNext, parseMetricsFunction, parseSeriesStage } from './parse-metrics.js';
import { parseStage } from './parse-stage.js';
import { TokenReader } from './token-reader.js';

/**
 * Parses a TraceQL query. Throws TraceQlError if it is wrong, or if it has a construct that is not supported:
 * pairs of pipelines, and arithmetic of metrics.
 */
export function parseQuery(text: string): Query {
  const reader = new TokenReader(text);
  const parsed = parseStages(reader);
  const hints = parseHints(reader);
  return reader.next.kind === 'end' ? { ...parsed, hints } : reader.refuse();
}

type Unhinted = Omit<Extract<Query, { kind: 'traces' }>, 'hints'> | UnhintedMetrics;
type UnhintedMetrics = Omit<Extract<Query, { kind: 'metrics' }>, 'hints'>;

/** Parses stages up to the end, or up to a function of metrics and what follows it. */
function parseStages(reader: TokenReader): Unhinted {
  if (reader.isNext('coalesce')) {
    return reader.refuse('a query begins with a filter, an aggregate, by or select');
  }
  const pipeline = [parseStage(reader)];
  while (reader.takeIf('|') !== undefined) {
    if (isMetricsNext(reader)) {
      return { kind: 'metrics', pipeline, ...parseMetrics(reader) };
    }
    pipeline.push(parseStage(reader));
  }
  return { kind: 'traces', pipeline };
}

interface Metrics {
  readonly first: MetricsFunction;
  readonly series: readonly SeriesStage[];
}

function parseMetrics(reader: TokenReader): Metrics {
  const first = parseMetricsFunction(reader);
  const series: SeriesStage[] = [];
  for (
    let stage = parseSeriesStage(reader);
    stage !== undefined;
    stage = parseSeriesStage(reader)
  ) {
    series.push(stage);
  }
  if (first.kind === 'compare' && series.length > 0) {
    throw new TraceQlError('nothing may follow compare()');
  }
  return { first, series };
}

function parseHints(reader: TokenReader): readonly Hint[] {
  const hints: Hint[] = [];
  while (reader.takeIf('with') !== undefined) {
    hints.push(...reader.within('(', ')', () => reader.listOf(() => parseHint(reader))));
  }
  return hints;
}

function parseHint(reader: TokenReader): Hint {
  const name = reader.next.kind === 'word' ? reader.take().text : reader.refuse('expected a hint');
  reader.expect('=');
  const hint = { name, value: parseLiteral(reader) };
  const reason = checkHint(hint);
  if (reason !== undefined) {
    throw new TraceQlError(reason);
  }
  return hint;
}
