import { equalsAny, isAbsent, negate } from '@spanhouse/span-schema';
import type { SpanHint } from '@spanhouse/trace-store/reader';
import type { Field, Literal } from '@spanhouse/traceql';

type Intrinsic = Extract<Field, { readonly kind: 'intrinsic' }>['name'];

/** Matches leading characters that have no special meaning in patterns. */
const plainPattern = /^[A-Za-z0-9 _/:@,;=#%&<>"'~-]*/;

/**
 * Returns a hint for a comparison of an intrinsic field with a literal. The hint matches every span that may satisfy
 * the comparison. Returns undefined if the comparison excludes no spans.
 */
export function hintOfIntrinsic(
  name: Intrinsic,
  operator: string,
  literal: Literal | undefined,
): SpanHint | undefined {
  const text = operator === '=' && literal?.type === 'string' ? literal.value : '';
  switch (name) {
    case 'status':
    case 'kind':
      return hintOfEnum(name, operator, String(literal?.value));
    case 'name':
      return operator === '=~' ? hintOfPattern(literal) : hintOfText('span_name', text);
    case 'statusMessage':
      return hintOfText('status_message', text);
    case 'span:id': // stored ids are lower-case hex, so no other string can match
      return hintOfText('span_id', /^[0-9a-f]{16}$/.test(text) ? text : '');
    case 'span:parentID':
      return hintOfText('parent_id', /^[0-9a-f]{16}$/.test(text) ? text : '');
    case 'trace:id':
      return hintOfTraceId(text);
    case 'nestedSetParent':
      return hintOfTop(operator, literal);
    case 'event:name':
      return /^[A-Za-z0-9 _.:-]+$/.test(text)
        ? { kind: 'mentions', part: 'packed', texts: [text] }
        : undefined;
    default:
      return undefined;
  }
}

/**
 * Returns a hint for a status or kind. Unknown stored values are treated as unset or unspecified, so there is no hint
 * for these two values.
 */
function hintOfEnum(
  name: 'status' | 'kind',
  operator: string,
  value: string,
): SpanHint | undefined {
  const [field, prefix, other] =
    name === 'status'
      ? (['status_code', 'STATUS_CODE_', 'unset'] as const)
      : (['span_kind', 'SPAN_KIND_', 'unspecified'] as const);
  if (value === other) {
    return undefined;
  }
  const filter = equalsAny(field, [`${prefix}${value.toUpperCase()}`]);
  if (operator === '=') {
    return { kind: 'filter', filter };
  }
  return operator === '!=' ? { kind: 'filter', filter: negate(filter) } : undefined;
}

/** Returns a hint for a string; undefined for an empty string. */
function hintOfText(
  field: 'span_name' | 'status_message' | 'span_id' | 'parent_id' | 'trace_id',
  text: string,
): SpanHint | undefined {
  return text === '' ? undefined : { kind: 'filter', filter: equalsAny(field, [text]) };
}

/** Returns a hint for a pattern that is a plain string, is a choice of plain strings, or begins with a plain string. */
function hintOfPattern(literal: Literal | undefined): SpanHint | undefined {
  const pattern = literal?.type === 'string' ? literal.value : '';
  const texts = pattern.split('|');
  if (texts.every((text) => text !== '' && beginningOf(text) === text)) {
    return { kind: 'filter', filter: equalsAny('span_name', texts) };
  }
  // The character after the plain prefix may be a quantifier, so the last character of the prefix is not required.
  const operand = beginningOf(pattern).slice(0, -1);
  const test = { kind: 'text', match: 'starts_with', operand, isCaseSensitive: true } as const;
  return pattern.includes('|') || operand === ''
    ? undefined
    : { kind: 'filter', filter: { ...test, field: 'span_name' } };
}

function beginningOf(pattern: string): string {
  return plainPattern.exec(pattern)?.[0] ?? '';
}

/** Returns a hint for a trace id, which may be written without its leading zeros. */
function hintOfTraceId(text: string): SpanHint | undefined {
  const id = text.toLowerCase().padStart(32, '0');
  return hintOfText('trace_id', text !== '' && /^[0-9a-f]{32}$/.test(id) ? id : '');
}

/** Returns a hint for `nestedSetParent`, which is negative only for spans without a parent id. */
function hintOfTop(operator: string, literal: Literal | undefined): SpanHint | undefined {
  const isBelow = operator === '<' || operator === '<=' || operator === '=';
  const isNegative =
    literal?.type === 'int' && (operator === '<' ? literal.value <= 0n : literal.value < 0n);
  return isBelow && isNegative ? { kind: 'filter', filter: isAbsent('parent_id') } : undefined;
}
