import { checkMeasured } from '../check/check-stage.js';
import { TraceQlError } from '../traceql-error.js';
import type { Field } from '../tree/field.js';
import {
  type FieldFunction,
  fieldFunctions,
  type MetricsFunction,
  type SeriesStage,
} from '../tree/query.js';
import { parseField, parseLiteral } from './parse-expression.js';
import { parseScalar } from './parse-scalar.js';
import { parseFilter } from './parse-span-set.js';
import { compareOperators, parseCompareOperator } from './parse-stage.js';
import type { TokenReader } from './token-reader.js';

const functions = [
  'rate',
  'count_over_time',
  'quantile_over_time',
  'compare',
  ...fieldFunctions,
] as const;

const MAX_LABELS = 5;
/** Maximum number of labels in `by` for quantiles and histograms, which have one additional label. */
const MAX_OTHER_LABELS = 4;
const DEFAULT_COMPARED = 10;
const MAX_COMPARED = 1000;

/** Returns whether the next token is a metrics function. */
export function isMetricsNext(reader: TokenReader): boolean {
  return reader.isNext(...functions);
}

/** Returns whether a word is the name of a metrics function. */
export function isMetricsWord(word: string): boolean {
  return (functions as readonly string[]).includes(word);
}

interface Metrics {
  readonly first: MetricsFunction;
  readonly series: readonly SeriesStage[];
}

/** Parses a metrics function and the stages that follow it. `isMetricsNext` MUST have returned true. */
export function parseMetrics(reader: TokenReader): Metrics {
  const first = parseMetricsFunction(reader);
  const series = parseSeriesStages(reader);
  if (first.kind === 'compare' && series.length > 0) {
    throw new TraceQlError('nothing may follow compare()');
  }
  return { first, series };
}

/** Parses the stages that change series. */
export function parseSeriesStages(reader: TokenReader): readonly SeriesStage[] {
  const stages: SeriesStage[] = [];
  for (
    let stage = parseSeriesStage(reader);
    stage !== undefined;
    stage = parseSeriesStage(reader)
  ) {
    stages.push(stage);
  }
  return stages;
}

/** Parses the function that converts spans to series. */
function parseMetricsFunction(reader: TokenReader): MetricsFunction {
  const kind = reader.take().text as (typeof functions)[number];
  switch (kind) {
    case 'rate':
    case 'count_over_time':
      reader.within('(', ')', () => undefined);
      return { kind, by: parseLabels(reader, MAX_LABELS) };
    case 'quantile_over_time':
      return parseQuantiles(reader);
    case 'compare':
      return parseCompare(reader);
    default:
      return parseFieldFunction(reader, kind);
  }
}

function parseFieldFunction(reader: TokenReader, kind: FieldFunction): MetricsFunction {
  const field = reader.within('(', ')', () => parseMeasured(reader));
  const isHistogram = kind === 'histogram_over_time';
  return {
    kind,
    field,
    by: parseLabels(reader, isHistogram ? MAX_OTHER_LABELS : MAX_LABELS),
  };
}

function parseQuantiles(reader: TokenReader): MetricsFunction {
  const [field, quantiles] = reader.within('(', ')', () => {
    const measured = parseMeasured(reader);
    reader.expect(',');
    return [measured, reader.listOf(() => parseQuantile(reader))] as const;
  });
  const by = parseLabels(reader, MAX_OTHER_LABELS);
  return { kind: 'quantile_over_time', field, quantiles, by };
}

function parseMeasured(reader: TokenReader): Field {
  return reader.checked(() => parseField(reader), checkMeasured);
}

function parseQuantile(reader: TokenReader): number {
  const { type, value } = parseLiteral(reader);
  if ((type !== 'int' && type !== 'float') || value < 0 || value > 1) {
    throw new TraceQlError('a quantile is a number from 0 to 1');
  }
  return Number(value);
}

function parseLabels(reader: TokenReader, most: number): readonly Field[] {
  if (reader.takeIf('by') === undefined) {
    return [];
  }
  const fields = reader.within('(', ')', () => reader.listOf(() => parseField(reader)));
  if (fields.length > most) {
    throw new TraceQlError(`by() takes at most ${most} fields here`);
  }
  return fields;
}

function parseCompare(reader: TokenReader): MetricsFunction {
  return reader.within('(', ')', () => {
    const { condition: selection } = parseFilter(reader);
    const numbers: bigint[] = [];
    while (numbers.length < 3 && reader.takeIf(',') !== undefined) {
      numbers.push(parseInteger(reader));
    }
    const [limit = BigInt(DEFAULT_COMPARED), from, to] = numbers;
    if (limit < 1n || limit > MAX_COMPARED) {
      throw new TraceQlError(`compare() takes 1 to ${MAX_COMPARED} values`);
    }
    if (from !== undefined && to === undefined) {
      return reader.refuse('expected both bounds of compare()');
    }
    const range = from === undefined || to === undefined ? undefined : { from, to };
    return { kind: 'compare', selection, limit: Number(limit), range };
  });
}

function parseInteger(reader: TokenReader): bigint {
  const token = reader.next;
  if (token.kind !== 'literal' || token.literal.type !== 'int') {
    return reader.refuse('expected an integer');
  }
  reader.take();
  return token.literal.value;
}

/** Parses a stage that follows a metrics function; returns undefined if no such stage follows. */
function parseSeriesStage(reader: TokenReader): SeriesStage | undefined {
  if (reader.isNext(...compareOperators)) {
    const operator = parseCompareOperator(reader);
    return { kind: 'compare_points', operator, scalar: parseScalar(reader) };
  }
  if (reader.takeIf('|') === undefined) {
    return undefined;
  }
  const kind = reader.takeIf('topk', 'bottomk') ?? reader.refuse('expected topk or bottomk');
  const limit = reader.within('(', ')', () => parseInteger(reader));
  if (limit < 1n || limit > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new TraceQlError(`${kind}() takes a number of series from 1`);
  }
  return { kind, limit: Number(limit) };
}
