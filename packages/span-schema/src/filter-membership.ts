import type { FilterExpression, FilterField, FilterTimeField } from './filter.js';
import { anyOf, equalsAny, isAbsent } from './filter-expressions.js';
import { FilterRefusal } from './filter-refusal.js';
import type { JsonValue } from './json.js';

/** Far more than a person asks for, and few enough to be bound to one statement. */
export const MAX_ENTRIES = 10_000;

type ValueOf<Field extends FilterField> = Field extends FilterTimeField ? bigint : string;

export interface Membership<Field extends FilterField> {
  readonly field: Field;
  readonly entries: readonly JsonValue[];
  /** The member must equal every entry, not just one. */
  readonly all: boolean;
  /** Throws a FilterRefusal. Null never reaches it: it stands for an absent member. */
  readonly parse: (entry: JsonValue) => ValueOf<Field>;
}

/** `in`: one of the entries, none of them for an empty list. */
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
