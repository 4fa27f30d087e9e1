import type { JsonValue } from '../../json/json.js';
import { anyOf, equalsAny, isAbsent } from '../expressions.js';
import type { FilterExpression, FilterField, FilterTimeField } from '../filter.js';
import { FilterRefusal } from '../refusal.js';

/** The most entries of a list: far more than anyone needs, and few enough to bind to one SQL statement. */
export const MAX_ENTRIES = 10_000;

type ValueOf<Field extends FilterField> = Field extends FilterTimeField ? bigint : string;

/** A field, and the entries of an operand that it is compared with. */
export interface Membership<Field extends FilterField> {
  readonly field: Field;
  readonly entries: readonly JsonValue[];
  /** Whether the member must equal every entry, not just one. */
  readonly all: boolean;
  /** Reads one entry; throws FilterRefusal. It never receives null, which means an absent member. */
  readonly parse: (entry: JsonValue) => ValueOf<Field>;
}

/**
 * Builds the test of `in`: the field has one of the entries. An empty list matches nothing, and null
 * matches an absent field. Throws FilterRefusal.
 */
export function isOneOf<Field extends FilterField>({
  field,
  entries,
  all,
  parse,
}: Membership<Field>): FilterExpression {
  if (entries.length > MAX_ENTRIES) {
    throw new FilterRefusal(`'${field}' value has more than ${MAX_ENTRIES} entries.`);
  }
  const hasNull = entries.includes(null);
  const values = [...new Set(entries.filter((entry) => entry !== null).map(parse))];
  const never = equalsAny<Field>(field, []);
  if (all && values.length + Number(hasNull) > 1) {
    return never;
  }
  if (!hasNull) {
    return equalsAny<Field>(field, values);
  }
  return values.length === 0
    ? isAbsent(field)
    : anyOf([isAbsent(field), equalsAny<Field>(field, values)]);
}
