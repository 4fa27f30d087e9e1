import { checkAggregate, checkGroup } from '../check/check-stage.js';
import type { Aggregate, CompareOperator, Stage } from '../tree/query.js';
import { parseExpression, parseField } from './parse-expression.js';
import { parseScalar } from './parse-scalar.js';
import { parseSpanSet } from './parse-span-set.js';
import type { TokenReader } from './token-reader.js';

/** Operators that compare numbers. */
export const compareOperators = ['=', '!=', '<', '<=', '>', '>='] as const;

/** Parsed stages. `isOpen` is true if parsing stopped after a `|` because `isOther` returned true. */
interface ParsedPipeline {
  readonly stages: readonly Stage[];
  readonly isOpen: boolean;
}

/** Parses stages until a `|` for which `isOther` returns true. */
export function parsePipeline(
  reader: TokenReader,
  isOther: (reader: TokenReader) => boolean = () => false,
): ParsedPipeline {
  if (reader.isNext('coalesce')) {
    return reader.refuse('a query begins with a filter, an aggregate, by or select');
  }
  const stages = [parseStage(reader)];
  while (reader.takeIf('|') !== undefined) {
    if (isOther(reader)) {
      return { stages, isOpen: true };
    }
    stages.push(parseStage(reader));
  }
  return { stages, isOpen: false };
}

function parseStage(reader: TokenReader): Stage {
  switch (reader.next.text) {
    case 'count':
    case 'min':
    case 'max':
    case 'avg':
    case 'sum':
      return parseAggregateFilter(reader);
    case 'by':
      return { kind: 'group', by: parseGroup(reader) };
    case 'select':
      reader.take();
      return {
        kind: 'select',
        fields: reader.within('(', ')', () => reader.listOf(() => parseField(reader))),
      };
    case 'coalesce':
      reader.take();
      reader.within('(', ')', () => undefined);
      return { kind: 'coalesce' };
    default:
      return { kind: 'spans', spans: parseSpanSet(reader) };
  }
}

function parseGroup(reader: TokenReader) {
  return reader.checked(() => {
    reader.expect('by');
    return reader.within('(', ')', () => parseExpression(reader));
  }, checkGroup);
}

function parseAggregateFilter(reader: TokenReader): Stage {
  const aggregate = reader.checked(() => parseAggregate(reader), checkAggregate);
  const operator = parseCompareOperator(reader);
  return { kind: 'aggregate', aggregate, operator, scalar: parseScalar(reader) };
}

function parseAggregate(reader: TokenReader): Aggregate {
  const kind = reader.take().text;
  if (kind === 'count') {
    reader.within('(', ')', () => undefined);
    return { kind };
  }
  const of = reader.within('(', ')', () => parseExpression(reader));
  return { kind: kind as Exclude<Aggregate['kind'], 'count'>, of };
}

/** Parses an operator that compares numbers. */
export function parseCompareOperator(reader: TokenReader): CompareOperator {
  return reader.expect(...compareOperators).text as CompareOperator;
}
