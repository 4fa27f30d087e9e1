import { TraceQlError } from '../traceql-error.js';
import type { MathOperator, MetricsMath } from '../tree/query.js';
import { computeScalar } from './compute-scalar.js';
import { isMetricsNext, parseMetrics } from './parse-metrics.js';
import { parseNumber } from './parse-scalar.js';
import { parsePipeline } from './parse-stage.js';
import type { TokenReader } from './token-reader.js';

/** Parses arithmetic of metrics. Each operand is in parentheses. */
export function parseMath(reader: TokenReader): MetricsMath {
  return parseOperations(reader, ['+', '-'], () =>
    parseOperations(reader, ['*', '/'], () => parseFactor(reader)),
  );
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

function parseOperations(
  reader: TokenReader,
  operators: readonly MathOperator[],
  parse: () => MetricsMath,
): MetricsMath {
  let left = parse();
  for (;;) {
    const operator = reader.takeIf(...operators);
    if (operator === undefined) {
      return left;
    }
    const right = parse();
    left =
      left.kind === 'scalar' && right.kind === 'scalar'
        ? toMath(computeScalar(operator, left.scalar, right.scalar))
        : { kind: 'operation', operator, left, right };
  }
}

function toMath(scalar: ReturnType<typeof parseNumber>): MetricsMath {
  if (scalar.type === 'duration') {
    throw new TraceQlError('durations are not allowed in arithmetic of metrics');
  }
  return { kind: 'scalar', scalar };
}
