import { TraceQlError } from '../traceql-error.js';
import type { Hint, MathOperator, MetricsMath, Query, SpanSet, Stage } from '../tree/query.js';
import { computeScalar } from './compute-scalar.js';
import { parseLiteral } from './parse-expression.js';
import { isMetricsNext, isMetricsWord, parseMetrics, parseSeriesStages } from './parse-metrics.js';
import { parseNumber } from './parse-scalar.js';
import { parseCombined } from './parse-span-set.js';
import { parsePipeline } from './parse-stage.js';
import { TokenReader } from './token-reader.js';

/** Parses a TraceQL query. Throws a TraceQlError if the query is invalid or contains an unsupported construct. */
export function parseQuery(text: string): Query {
  const reader = new TokenReader(text);
  const parsed = parseUnhinted(reader);
  const hints = parseHints(reader);
  return reader.next.kind === 'end' ? { ...parsed, hints } : reader.refuse();
}

type Unhinted<Kind extends Query['kind']> = Omit<Extract<Query, { kind: Kind }>, 'hints'>;

/**
 * Parses stages. A pipeline in parentheses is an operand of arithmetic if it ends with a metrics function, and
 * otherwise an operand of a span set operation.
 */
function parseUnhinted(
  reader: TokenReader,
): Unhinted<'traces'> | Unhinted<'metrics'> | Unhinted<'math'> {
  const { inside } = reader.stageWords();
  if (inside.some(isMetricsWord)) {
    return { kind: 'math', math: parseMath(reader), series: parseSeriesStages(reader) };
  }
  if (inside.length > 0) {
    return { kind: 'traces', pipeline: [{ kind: 'spans', spans: parseJoined(reader) }] };
  }
  const { stages: pipeline, isOpen } = parsePipeline(reader, isMetricsNext);
  return isOpen
    ? { kind: 'metrics', pipeline, ...parseMetrics(reader) }
    : { kind: 'traces', pipeline };
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

/** Hints that are ignored, because answers are always exact and begin with the newest trace. */
const withoutEffect: readonly string[] = ['most_recent', 'sample', 'span_sample', 'trace_sample'];

/** Returns the reason why a hint is refused; undefined if it is accepted. */
function checkHint({ name, value }: Hint): string | undefined {
  if (withoutEffect.includes(name)) {
    return undefined;
  }
  if (name === 'exemplars') {
    const isCount = value.type === 'bool' || (value.type === 'int' && value.value >= 0n);
    return isCount ? undefined : 'the hint "exemplars" is true, false or a number';
  }
  if (name === 'extrapolate' && value.type === 'bool' && !value.value) {
    return undefined;
  }
  return `hint ${JSON.stringify(name)} is not supported`;
}

/** Parses pipelines in parentheses, joined by operators. */
function parseJoined(reader: TokenReader): SpanSet {
  const spans = parseCombined(reader, parseWrapped);
  checkSides(spans);
  return spans;
}

function parseWrapped(reader: TokenReader): SpanSet {
  return reader.within('(', ')', () => {
    if (reader.stageWords().inside.length > 0) {
      return parseCombined(reader, parseWrapped);
    }
    const { stages } = parsePipeline(reader);
    const [first, ...more] = stages;
    return first?.kind === 'spans' && more.length === 0
      ? first.spans
      : { kind: 'pipeline', stages };
  });
}

function checkSides(spans: SpanSet): void {
  if (spans.kind !== 'operation') {
    return;
  }
  const isRelation = spans.operator !== '&&' && spans.operator !== '||';
  for (const side of [spans.left, spans.right]) {
    if (isRelation && side.kind === 'pipeline' && leavesSeveral(side.stages)) {
      throw new TraceQlError('structural operators need one span set, use coalesce()');
    }
    checkSides(side);
  }
}

function leavesSeveral(stages: readonly Stage[]): boolean {
  const last = stages.findLast(({ kind }) => kind === 'group' || kind === 'coalesce');
  return last?.kind === 'group';
}

/** Parses arithmetic on metrics. Each operand is in parentheses. */
function parseMath(reader: TokenReader): MetricsMath {
  const parseProduct = () => reader.joined(['*', '/'] as const, () => parseFactor(reader), compute);
  return reader.joined(['+', '-'] as const, parseProduct, compute);
}

function compute(operator: MathOperator, left: MetricsMath, right: MetricsMath): MetricsMath {
  return left.kind === 'scalar' && right.kind === 'scalar'
    ? toMath(computeScalar(operator, left.scalar, right.scalar))
    : { kind: 'operation', operator, left, right };
}

function parseFactor(reader: TokenReader): MetricsMath {
  if (!reader.isNext('(')) {
    return toMath(parseNumber(reader));
  }
  return reader.within('(', ')', () =>
    reader.stageWords().outside.length > 0 ? parseOperand(reader) : parseMath(reader),
  );
}

function parseOperand(reader: TokenReader): MetricsMath {
  const { stages, isOpen } = parsePipeline(reader, isMetricsNext);
  if (!isOpen) {
    return reader.refuse('expected a function of metrics');
  }
  const { first, series } = parseMetrics(reader);
  if (first.kind === 'compare') {
    throw new TraceQlError('compare() cannot be part of arithmetic');
  }
  return { kind: 'metrics', pipeline: stages, first, series };
}

function toMath(scalar: ReturnType<typeof parseNumber>): MetricsMath {
  if (scalar.type === 'duration') {
    throw new TraceQlError('durations are not allowed in arithmetic of metrics');
  }
  return { kind: 'scalar', scalar };
}
