import { parseQuery } from '../parse/parse-query.js';
import { TraceQlError } from '../traceql-error.js';
import type { Expression } from '../tree/expression.js';

/** A filter for spans. Without a condition, it selects every span. */
export interface SpanFilter {
  readonly condition: Expression | undefined;
}

/**
 * Parses a filter from an editor, which may be incomplete. Returns undefined if the completed query is not a single
 * filter for spans.
 */
export function parseHalfTyped(text: string): SpanFilter | undefined {
  return parseFilter(text) ?? parseFilter(repairFilter(text));
}

function parseFilter(text: string): SpanFilter | undefined {
  try {
    const query = parseQuery(text);
    const [stage, ...more] = query.kind === 'traces' ? query.pipeline : [];
    return stage?.kind === 'spans' && stage.spans.kind === 'filter' && more.length === 0
      ? { condition: stage.spans.condition }
      : undefined;
  } catch (error) {
    if (error instanceof TraceQlError) {
      return undefined;
    }
    throw error;
  }
}

/**
 * Matches the pieces of a filter: quoted strings, separators between operands, and anything else. The last string may
 * lack its closing quote.
 */
const pieces = /"(?:[^"\\]|\\.)*(?:"|\\?$)|`[^`]*(?:`|$)|&&|\|\||[(){}]|[^"`&|(){}]+|[&|]/gs;
const dividers = new Set(['&&', '||', '(', ')', '{', '}']);
const before = new Set(['{', '(', '&&', '||']);
const after = new Set(['}', ')', '&&', '||', undefined]);
const closers: Readonly<Record<string, string>> = { '{': '}', '(': ')' };

const endsInOperator = /[=<>!~+\-*/%^]\s*$/;
const hasComparison = /[=<>~]/;
/**
 * Matches strings. A string without a closing quote extends to the end of the input, so that a later quote cannot begin
 * another match.
 */
const texts = /"(?:[^"\\]|\\.)*("?)|`[^`]*(`?)/gs;

/**
 * Completes a filter that a user is typing. Replaces incomplete operands with true and adds missing brackets. Does not
 * repair other mistakes.
 */
function repairFilter(text: string): string {
  const parts = split(text);
  const open: string[] = [];
  const repaired = parts.map((part, index) => {
    if (part === '{' || part === '(') {
      open.push(part);
    } else if (part === '}' || part === ')') {
      open.pop();
    } else if (!dividers.has(part) && isWholeOperand(parts, index) && isIncomplete(part)) {
      return 'true';
    }
    return part;
  });
  return [...repaired, ...open.reverse().map((opener) => closers[opener])].join(' ');
}

/**
 * Splits a filter into operands and separators. Next to `&&` and `||`, a missing operand is represented by an empty
 * string.
 */
function split(text: string): readonly string[] {
  const parts: string[] = [];
  let operand = '';
  const end = (next: string | undefined) => {
    const last = parts.at(-1);
    const isMissing = isLogical(last) ? after.has(next) : isLogical(next) && before.has(last ?? '');
    if (operand.trim() !== '' || isMissing) {
      parts.push(operand.trim());
    }
    operand = '';
  };
  for (const [piece] of text.matchAll(pieces)) {
    if (dividers.has(piece)) {
      end(piece);
      parts.push(piece);
    } else {
      operand += piece;
    }
  }
  end(undefined);
  return parts;
}

function isLogical(part: string | undefined): boolean {
  return part === '&&' || part === '||';
}

/**
 * Returns whether an operand is complete. It is incomplete if it is part of a larger operand, such as `.a =` in `.a =
 * (1 + 2)`.
 */
function isWholeOperand(parts: readonly string[], index: number): boolean {
  return before.has(parts[index - 1] ?? '') && after.has(parts[index + 1]);
}

/** Returns whether an operand lacks a value, an operator, a name or a closing quote. */
function isIncomplete(operand: string): boolean {
  return (
    operand === '' ||
    endsInOperator.test(operand) ||
    hasOpenText(operand) ||
    !(hasComparison.test(operand) || isBool(operand))
  );
}

function hasOpenText(operand: string): boolean {
  return [...operand.matchAll(texts)].some(([, double, back]) => (double ?? back) === '');
}

function isBool(operand: string): boolean {
  return operand === 'true' || operand === 'false';
}
