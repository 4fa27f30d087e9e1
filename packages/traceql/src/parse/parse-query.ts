import { TraceQlError } from '../traceql-error.js';
import type { Hint, Query } from '../tree/query.js';
import { parseLiteral } from './parse-expression.js';
import { parseJoined } from './parse-joined.js';
import { parseMath } from './parse-math.js';
import { isMetricsNext, isMetricsWord, parseMetrics, parseSeriesStages } from './parse-metrics.js';
import { parsePipeline } from './parse-stage.js';
import { TokenReader } from './token-reader.js';

/** Parses a TraceQL query. Throws TraceQlError for an invalid query and for an unsupported construct. */
export function parseQuery(text: string): Query {
  const reader = new TokenReader(text);
  const parsed = parseUnhinted(reader);
  const hints = parseHints(reader);
  return reader.next.kind === 'end' ? { ...parsed, hints } : reader.refuse();
}

type Unhinted<Kind extends Query['kind']> = Omit<Extract<Query, { kind: Kind }>, 'hints'>;

/**
 * Parses stages. Stages in parentheses are operands: of arithmetic if they end with a function of metrics, of span sets
 * otherwise.
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

/** Hints without effect, because answers are always exact and newest first. */
const withoutEffect: readonly string[] = ['most_recent', 'sample', 'span_sample', 'trace_sample'];

/** Returns the reason for refusing a hint; undefined if it is accepted. */
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
