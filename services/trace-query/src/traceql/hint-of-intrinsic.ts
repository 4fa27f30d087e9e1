import type { FilterExpression, FilterField } from '@spanhouse/span-schema';
import type { SpanHint } from '@spanhouse/trace-store/reader';
import type { Field, Literal } from '@spanhouse/traceql';

type Intrinsic = Extract<Field, { readonly kind: 'intrinsic' }>['name'];

/** Characters without a meaning in patterns. */
const plainPattern = /^[A-Za-z0-9 _/:@,;=#%&<>"'~-]*/;

/** Matches spans in which the comparison of an intrinsic field may be true; undefined if any span may. */
export function hintOfIntrinsic(
  name: Intrinsic,
  operator: string,
  literal: Literal | undefined,
): SpanHint | undefined {
  switch (name) {
    case 'status':
    case 'kind':
      return hintOfEnum(name, operator, String(literal?.value));
    case 'name':
      return operator === '=~'
        ? hintOfPattern(literal)
        : hintOfText('span_name', operator, literal);
    case 'statusMessage':
      return hintOfText('status_message', operator, literal);
    case 'span:id':
      return hintOfId('span_id', operator, literal);
    case 'span:parentID':
      return hintOfId('parent_id', operator, literal);
    case 'trace:id':
      return hintOfId('trace_id', operator, literal);
    case 'nestedSetParent':
      return hintOfTop(operator, literal);
    case 'event:name':
      return hintOfMention(operator, literal);
    default:
      return undefined;
  }
}

/** Unknown values count as unset and unspecified, so these two are matched by excluding the other values. */
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
  const filter = {
    kind: 'equals_any',
    field,
    values: [`${prefix}${value.toUpperCase()}`],
  } as FilterExpression;
  if (operator === '=') {
    return { kind: 'filter', filter };
  }
  return operator === '!='
    ? { kind: 'filter', filter: { kind: 'not', operand: filter } }
    : undefined;
}

function hintOfText(
  field: FilterField & ('span_name' | 'status_message'),
  operator: string,
  literal: Literal | undefined,
): SpanHint | undefined {
  return operator === '=' && literal?.type === 'string' && literal.value !== ''
    ? { kind: 'filter', filter: { kind: 'equals_any', field, values: [literal.value] } }
    : undefined;
}

/** A pattern has a plain beginning, is a plain text, or is a choice of plain texts. */
function hintOfPattern(literal: Literal | undefined): SpanHint | undefined {
  const pattern = literal?.type === 'string' ? literal.value : '';
  const texts = pattern.split('|');
  if (texts.every((text) => text !== '' && beginningOf(text) === text)) {
    return {
      kind: 'filter',
      filter: { kind: 'equals_any', field: 'span_name', values: texts },
    };
  }
  // The character after the plain beginning may make its last character optional.
  const operand = beginningOf(pattern).slice(0, -1);
  const test = { kind: 'text', match: 'starts_with', operand, isCaseSensitive: true } as const;
  return pattern.includes('|') || operand === ''
    ? undefined
    : { kind: 'filter', filter: { ...test, field: 'span_name' } };
}

function beginningOf(pattern: string): string {
  return plainPattern.exec(pattern)?.[0] ?? '';
}

/**
 * Matches an id in lower-case hex. No other text is equal to an id, except that leading zeros of a trace id may be
 * missing.
 */
function hintOfId(
  field: 'span_id' | 'parent_id' | 'trace_id',
  operator: string,
  literal: Literal | undefined,
): SpanHint | undefined {
  const text = literal?.type === 'string' ? literal.value : '';
  const id = field === 'trace_id' ? text.toLowerCase().padStart(32, '0') : text;
  const isId = new RegExp(`^[0-9a-f]{${field === 'trace_id' ? 32 : 16}}$`).test(id);
  return operator === '=' && isId
    ? { kind: 'filter', filter: { kind: 'equals_any', field, values: [id] } }
    : undefined;
}

function hintOfMention(operator: string, literal: Literal | undefined): SpanHint | undefined {
  const text = literal?.type === 'string' ? literal.value : '';
  return operator === '=' && /^[A-Za-z0-9 _.:-]+$/.test(text)
    ? { kind: 'mentions', part: 'packed', texts: [text] }
    : undefined;
}

/** Only spans without a parent id have a negative number. */
function hintOfTop(operator: string, literal: Literal | undefined): SpanHint | undefined {
  const isBelow = operator === '<' || operator === '<=' || operator === '=';
  const isNegative =
    literal?.type === 'int' && (operator === '<' ? literal.value <= 0n : literal.value < 0n);
  return isBelow && isNegative
    ? { kind: 'filter', filter: { kind: 'absent', field: 'parent_id' } }
    : undefined;
}
