import { anyOf, equalsAny, isAbsent } from '@spanhouse/span-schema';
import type { SpanHint } from '@spanhouse/trace-store/reader';
import type { Expression, Field, Literal } from '@spanhouse/traceql';

type Attribute = Extract<Field, { readonly kind: 'attribute' }>;
type Comparison = { readonly operator: string; readonly literal: Literal | undefined };

/** Paths of the objects in which ingest stores attributes with conflicting keys. */
const conflictPaths = ['_conflicts', 'ag.unsupported._conflicts'];
/** Matches strings that JSON never escapes. */
const plainText = /^[A-Za-z0-9 _.:-]+$/;
const plainName = /^[0-9]*[A-Za-z_-][A-Za-z0-9_-]*$/;
/** Matches names of numbered leaves, and names of attributes that are stored in separate columns. */
export const isDerived = /#\d+$|^ag\.(?:type|metrics)\./;

/**
 * Matches names of outputs. If the outputs have a member `__default__`, reads show this member instead, so the stored
 * path may contain `__default__`.
 */
export const isOutput = /^ag\.data\.outputs(\.|$)/;

/**
 * Returns a hint for a comparison of an attribute with a literal. The hint matches every span that may satisfy the
 * comparison. Returns undefined if the comparison excludes no spans.
 */
export function hintOfAttribute(
  { scope, name }: Attribute,
  comparison: Comparison,
): SpanHint | undefined {
  const inSpan = hintInSpan(name, comparison);
  const elsewhere = hintElsewhere(name, comparison);
  switch (scope) {
    case 'span':
      return inSpan;
    case undefined:
      return inSpan && elsewhere && { kind: 'or', operands: [inSpan, elsewhere] };
    case 'resource':
      return name === 'service.name' ? hintOfService(comparison) : elsewhere;
    default:
      return elsewhere;
  }
}

/**
 * Returns a hint for a span attribute. An index finds leaves by key and by the hash of the value, but empty lists exist
 * only in the JSON.
 */
function hintInSpan(name: string, { operator, literal }: Comparison): SpanHint | undefined {
  if (isDerived.test(name)) {
    return undefined;
  }
  const keys = [name, ...conflictPaths.map((path) => `${path}.${name}`)];
  if (isOutput.test(name)) {
    keys.push(name.replace(isOutput, 'ag.data.outputs.__default__$1'));
  }
  const { type, value } = literal ?? {};
  if (operator === '=' && (typeof value === 'boolean' || type === 'string' || isNumeric(type))) {
    return { kind: 'has_value', keys, value: value as string | number | bigint | boolean };
  }
  const needsElement = ['<', '<=', '>', '>=', '=~'].includes(operator);
  if (needsElement && literal !== undefined) {
    return { kind: 'has_leaf', keys, type: isNumeric(type) ? 'number' : 'string' };
  }
  return mentions('attributes', name, undefined);
}

/**
 * Returns a hint for an attribute in another scope. Resources, scopes, events and links are stored as JSON strings
 * without an index.
 */
function hintElsewhere(name: string, { operator, literal }: Comparison): SpanHint | undefined {
  const text = operator === '=' && literal?.type === 'string' ? literal.value : undefined;
  return mentions('packed', name, text);
}

function mentions(
  part: 'attributes' | 'packed',
  name: string,
  value: string | undefined,
): SpanHint | undefined {
  // A number in the name may be a list index.
  const last = name
    .replace(/#\d+$/, '')
    .split('.')
    .findLast((segment) => plainName.test(segment));
  const texts = [
    ...(last === undefined ? [] : [last]),
    ...(value !== undefined && plainText.test(value) ? [value] : []),
  ];
  return texts.length === 0 ? undefined : { kind: 'mentions', part, texts };
}

/**
 * Returns a hint for the service name. The column does not contain names from nested resource keys, so the hint also
 * matches spans without a name in the column.
 */
function hintOfService({ operator, literal }: Comparison): SpanHint | undefined {
  if (operator !== '=' || literal?.type !== 'string' || literal.value === '') {
    return undefined;
  }
  const isNamed = equalsAny('service_name', [literal.value, '']);
  return { kind: 'filter', filter: anyOf([isNamed, isAbsent('service_name')]) };
}

function isNumeric(type: Literal['type'] | undefined): boolean {
  return type === 'int' || type === 'float' || type === 'duration';
}

/** Returns the literal that an expression consists of; undefined for any other expression. */
export function literalOf(expression: Expression): Literal | undefined {
  return expression.kind === 'literal' ? expression.literal : undefined;
}
