import { parseExactJson } from '../api/json/parse-exact-json.js';
import type { Json } from '../api/shown-span.js';
import { parseAttributeName } from '../explorer/columns/attribute-names.js';
import type { Operator, Word } from './filter-words.js';
import { type Condition, FilterTextError, type Part } from './filtering.js';
import type { FieldRef } from './toggle-condition.js';

/** A condition as the user typed it: a name, an operator and values. */
export interface TypedCondition {
  readonly name: Word;
  readonly operator: Operator;
  readonly values: readonly Word[];
}

/** A type of value: the function that parses a value, and the allowed operators, most common first. */
interface ValueKind {
  readonly read: (word: Word) => Json;
  readonly operators: readonly string[];
}

interface KnownName extends ValueKind {
  /** The fields that contain the values. Empty for a name that searches the entries of a list. */
  readonly fieldRefs: readonly FieldRef[];
}

function metric(path: string): FieldRef {
  return attribute(`ag.metrics.${path}`);
}

function attribute(key: string): FieldRef {
  return { field: 'attributes', key };
}

interface DurationUnit {
  /**
   * Exponent that is appended to an amount before the amount is parsed. Multiplying the amount by a power of ten would
   * be inexact: 9 * 1e-3 is not 0.009.
   */
  readonly exponent: string;
  readonly factor: number;
}

const durationUnits: Readonly<Record<string, DurationUnit>> = {
  ns: { exponent: 'e-6', factor: 1 },
  us: { exponent: 'e-3', factor: 1 },
  µs: { exponent: 'e-3', factor: 1 },
  ms: { exponent: '', factor: 1 },
  s: { exponent: 'e3', factor: 1 },
  m: { exponent: 'e3', factor: 60 },
  min: { exponent: 'e3', factor: 60 },
  h: { exponent: 'e3', factor: 3600 },
};

/** Parses a duration such as `5s` or `1.5min` and returns ms. A number without a unit is taken as ms. */
function readDuration(word: Word): number {
  const [, amount, unit = 'ms'] = /^(\d+(?:\.\d+)?)([a-zµ]*)$/.exec(word.text) ?? [];
  const known = durationUnits[unit === '' ? 'ms' : unit];
  if (amount === undefined || known === undefined) {
    throw new FilterTextError(`'${word.text}' is not a duration such as 5s or 200ms.`, word.at);
  }
  return Number(amount + known.exponent) * known.factor;
}

function readNumber(word: Word): number {
  const number = Number(word.text);
  if (word.text === '' || Number.isNaN(number)) {
    throw new FilterTextError(`'${word.text}' is not a number.`, word.at);
  }
  return number;
}

export function readText({ text }: Word): string {
  return text;
}

function readParent({ text }: Word): string | null {
  return text === 'none' ? null : text;
}

/** Parses a value. A number, `true`, `false` or `null` without quotes is JSON. All other values are strings. */
function readValue({ text, isQuoted }: Word): Json {
  const isJson =
    !isQuoted && /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?)$/i.test(text);
  return isJson ? (parseExactJson(text.toLowerCase()) as Json) : text;
}

export const onlyIs = [':'];
export const textOperators = [':', '~', '^=', '$=', ' like '];
const numberOperators = ['>', '>=', '<', '<=', ':'];

const anId: ValueKind = { read: readText, operators: onlyIs };
const aText: ValueKind = { read: readText, operators: textOperators };
const aNumber: ValueKind = { read: readNumber, operators: numberOperators };
const aDuration: ValueKind = { read: readDuration, operators: numberOperators };

function oneOf(prefix: string): ValueKind {
  return { read: ({ text }) => `${prefix}${text.toUpperCase()}`, operators: onlyIs };
}

/** Names for fields, for well-known attributes, and for lists of entries, in the order in which they are suggested. */
export const knownNames: Readonly<Record<string, KnownName>> = {
  status: { ...oneOf('STATUS_CODE_'), fieldRefs: [{ field: 'status_code' }] },
  type: { ...anId, fieldRefs: [{ field: 'span_type' }] },
  service: { ...aText, fieldRefs: [{ field: 'service_name' }] },
  name: { ...aText, fieldRefs: [{ field: 'span_name' }] },
  model: {
    ...aText,
    fieldRefs: [attribute('ag.meta.response.model'), attribute('ag.meta.request.model')],
  },
  user: { ...aText, fieldRefs: [attribute('ag.user.id')] },
  session: { ...aText, fieldRefs: [attribute('ag.session.id')] },
  agent: { ...aText, fieldRefs: [attribute('ag.agent.id')] },
  duration: { ...aDuration, fieldRefs: [metric('duration.cumulative')] },
  tokens: { ...aNumber, fieldRefs: [metric('tokens.cumulative.total')] },
  cost: { ...aNumber, fieldRefs: [metric('costs.cumulative.total')] },
  errors: { ...aNumber, fieldRefs: [metric('errors.cumulative')] },
  'own.tokens': { ...aNumber, fieldRefs: [metric('tokens.incremental.total')] },
  'own.cost': { ...aNumber, fieldRefs: [metric('costs.incremental.total')] },
  event: { ...anId, fieldRefs: [] },
  kind: { ...oneOf('SPAN_KIND_'), fieldRefs: [{ field: 'span_kind' }] },
  trace: { ...anId, fieldRefs: [{ field: 'trace_id' }] },
  span: { ...anId, fieldRefs: [{ field: 'span_id' }] },
  link: { ...anId, fieldRefs: [] },
  ref: { ...anId, fieldRefs: [] },
  // No operators are suggested, because `parent:none` is suggested as a whole.
  parent: { read: readParent, operators: [], fieldRefs: [{ field: 'parent_id' }] },
};

/** Names that represent a single field. Each map key is a field, or a dot followed by an attribute key. */
const namesByAttribute: ReadonlyMap<string, string> = new Map(
  Object.entries(knownNames).flatMap(
    ([
      name,
      {
        fieldRefs: [fieldRef, ...others],
      },
    ]) => (fieldRef === undefined || others.length > 0 ? [] : [[textOfFieldRef(fieldRef), name]]),
  ),
);

function textOfFieldRef({ field: name, key }: FieldRef): string {
  return key === undefined ? name : `.${key}`;
}

/** Returns the name of a field or a well-known attribute. */
export function knownName(fieldRef: FieldRef): string | undefined {
  return namesByAttribute.get(textOfFieldRef(fieldRef));
}

/**
 * Returns the fields that a name represents, and the parser for the name's values. Throws a FilterTextError if the name
 * is unknown.
 */
export function nameOf(word: Word): Omit<KnownName, 'operators'> {
  const fieldRef = parseAttributeName(word.text);
  if (fieldRef !== undefined) {
    return { fieldRefs: [fieldRef], read: readValue };
  }
  const known = Object.hasOwn(knownNames, word.text) ? knownNames[word.text] : undefined;
  if (known === undefined || known.fieldRefs.length === 0) {
    const hint = `Attributes begin with a dot: .${word.text}`;
    throw new FilterTextError(`There is no field '${word.text}'. ${hint}`, word.at);
  }
  return known;
}

export const operatorNames: Readonly<Record<Operator, string>> = {
  ':': 'is',
  '~': 'contains',
  '^=': 'startswith',
  '$=': 'endswith',
  like: 'like',
  '>': 'gt',
  '>=': 'gte',
  '<': 'lt',
  '<=': 'lte',
};

/**
 * Converts a typed condition to an API condition. If the name represents several fields, the result is an `or` group.
 */
export function toCondition(typed: TypedCondition): Part {
  if (typed.name.text === 'is' && typed.values[0]?.text === 'root') {
    return { field: 'parent_id', operator: 'is', value: null };
  }
  const entries = entriesCondition(typed);
  if (entries !== undefined) {
    return entries;
  }
  const { fieldRefs, read } = nameOf(typed.name);
  const conditions = fieldRefs.map((fieldRef) => conditionAt(fieldRef, typed, read));
  const [only, ...others] = conditions;
  return only !== undefined && others.length === 0 ? only : { operator: 'or', conditions };
}

/** Names that search the entries of a list. Each is mapped to the member of an entry that contains the value. */
export const entryNames: Readonly<
  Record<string, { readonly field: string; readonly member: string }>
> = {
  event: { field: 'events', member: 'name' },
  link: { field: 'links', member: 'trace_id' },
  ref: { field: 'references', member: 'slug' },
};

const eventPrefix = 'event.';

/**
 * Returns the API condition for `event:name`, `link:id`, `ref:slug` or `event.attribute:value`; undefined for other
 * names.
 */
function entriesCondition({ name, operator, values }: TypedCondition): Condition | undefined {
  const { text, isQuoted, at: offset } = name;
  const entry = !isQuoted && Object.hasOwn(entryNames, text) ? entryNames[text] : undefined;
  const isAttribute = text.startsWith(eventPrefix) && text !== eventPrefix;
  if (entry === undefined && !isAttribute) {
    return undefined;
  }
  const [first, ...others] = values;
  if (operator !== ':' || first === undefined || (isAttribute && others.length > 0)) {
    throw new FilterTextError(`'${text}' takes ':' and a value.`, offset);
  }
  return entry === undefined
    ? {
        field: 'events',
        operator: 'has',
        key: `attributes.${text.slice(eventPrefix.length)}`,
        value: readValue(first),
      }
    : {
        field: entry.field,
        operator: 'in',
        value: values.map((value) => ({ [entry.member]: value.text })),
      };
}

function conditionAt(
  fieldRef: FieldRef,
  { operator, values }: TypedCondition,
  read: KnownName['read'],
): Part {
  const [first, ...others] = values;
  if (first === undefined) {
    throw new FilterTextError('A value is missing.', 0);
  }
  const range = operator === ':' && !first.isQuoted ? first.text.split('..') : [];
  if (range.length === 2) {
    const bound = (text: string, name: string) => ({
      ...fieldRef,
      operator: name,
      value: read({ ...first, text }),
    });
    const [from = '', to = ''] = range;
    return { operator: 'and', conditions: [bound(from, 'gte'), bound(to, 'lte')] };
  }
  if (others.length > 0) {
    return { ...fieldRef, operator: 'in', value: values.map(read) };
  }
  return { ...fieldRef, operator: operatorNames[operator], value: read(first) };
}
