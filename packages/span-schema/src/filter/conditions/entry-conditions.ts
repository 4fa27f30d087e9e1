import { isJsonObject, type JsonValue } from '../../json/json.js';
import { parseSpanId, parseTraceId, parseUuid } from '../../span/identifiers.js';
import { isSlug } from '../../span/slug.js';
import { allOf, anyOf, negateIf } from '../expressions.js';
import { requireOperator } from '../fields.js';
import type { EntryTest, FilterEntryMember, FilterExpression, FilterListField } from '../filter.js';
import { isOperatorOf } from '../operators.js';
import { FilterRefusal, refuseValue } from '../refusal.js';
import type { Condition } from '../structure.js';
import { checkExistence } from './id-conditions.js';
import { toJsonOperand, toObjectOperand } from './json-operand.js';
import { isNegative } from './membership.js';

/** Maximum number of entries in a condition. Each entry becomes a part of the SQL statement. */
const MAX_PARTIAL_ENTRIES = 1000;
const attributes = 'attributes.';

/** Converts a member to its stored form; returns `undefined` if the value is not valid for the member. */
type ParseMember = (value: JsonValue) => string | undefined;

const toPlainText: ParseMember = (value) => (typeof value === 'string' ? value : undefined);

const memberNames: Readonly<
  Record<FilterListField, readonly (readonly [FilterEntryMember, ParseMember])[]>
> = {
  references: [
    ['id', parseUuid],
    ['slug', (value) => (typeof value === 'string' && isSlug(value) ? value : undefined)],
    ['version', (value) => (typeof value === 'number' ? String(value) : toPlainText(value))],
  ],
  links: [
    ['trace_id', parseTraceId],
    ['span_id', parseSpanId],
  ],
  events: [['name', toPlainText]],
  hashes: [['id', parseUuid]],
};

/** Checks a condition on references, links, hashes or events. Throws FilterRefusal if it is invalid. */
export function checkListCondition(condition: Condition, field: FilterListField): FilterExpression {
  const { operator, key, value = null } = condition;
  requireOperator('List', operator, field);
  if (isOperatorOf('dict', operator)) {
    return negateIf(operator === 'has_not', checkKey(field, key, value));
  }
  if (key !== undefined) {
    throw new FilterRefusal(`'${field}' key is only supported for dict operators.`);
  }
  if (isOperatorOf('existence', operator)) {
    return checkExistence(condition, field, field);
  }
  return negateIf(isNegative(condition), checkEntries(condition, field));
}

function checkKey(
  field: FilterListField,
  key: string | undefined,
  value: JsonValue,
): FilterExpression {
  if (field === 'hashes' && key === 'id') {
    return toHashTest(value);
  }
  if (key?.startsWith(attributes)) {
    const operand = toJsonOperand(value, field);
    return { kind: 'entry_attribute', field, key: key.slice(attributes.length), value: operand };
  }
  throw new FilterRefusal(
    field === 'hashes'
      ? "'hashes' key must be 'id' or dot notation under 'attributes'."
      : `'${field}' key must be a string in dot notation starting with 'attributes'.`,
  );
}

function checkEntries({ value = null, options }: Condition, field: FilterListField) {
  const entries = Array.isArray(value) ? value : [value];
  if (entries.length > MAX_PARTIAL_ENTRIES) {
    throw new FilterRefusal(`'${field}' value has more than ${MAX_PARTIAL_ENTRIES} entries.`);
  }
  const tests = entries.map((entry) => checkEntry(entry, field));
  return options.all ? allOf(tests) : anyOf(joined(tests));
}

function checkEntry(entry: JsonValue, field: FilterListField): EntryTest {
  if (field === 'hashes' && typeof entry === 'string') {
    return toHashTest(entry);
  }
  if (!isJsonObject(entry)) {
    return refuseValue(field, field);
  }
  const own = (name: string) => (Object.hasOwn(entry, name) ? (entry[name] ?? null) : null);
  const members = memberNames[field].flatMap(([name, parse]) => {
    const value = own(name);
    return value === null ? [] : [{ name, values: [parse(value) ?? refuseValue(field, field)] }];
  });
  const attributes = own('attributes');
  if (attributes === null) {
    return members.length === 0 ? refuseValue(field, field) : toEntryTest(field, { members });
  }
  return isJsonObject(attributes)
    ? toEntryTest(field, { members, attributes: toObjectOperand(attributes, field) })
    : refuseValue(field, field);
}

/** Builds the test for a hash id; throws FilterRefusal for an invalid id. */
function toHashTest(value: JsonValue): EntryTest {
  const id = parseUuid(value) ?? refuseValue('hashes', 'hashes');
  return toEntryTest('hashes', { members: [{ name: 'id', values: [id] }] });
}

function toEntryTest(
  field: FilterListField,
  { members, attributes }: Pick<EntryTest, 'members'> & Partial<EntryTest>,
): EntryTest {
  return { kind: 'entry', field, members, attributes };
}

/** Merges entries into one test with all of their values if each of them consists of the same single member. */
function joined(tests: readonly EntryTest[]): readonly EntryTest[] {
  const [first] = tests;
  const [member, ...more] = first?.members ?? [];
  if (first === undefined || member === undefined || more.length > 0) {
    return tests;
  }
  const areAlike = tests.every(
    ({ members, attributes }) =>
      attributes === undefined && members.length === 1 && members[0]?.name === member.name,
  );
  const values = tests.flatMap(({ members }) => members[0]?.values ?? []);
  return areAlike ? [{ ...first, members: [{ name: member.name, values }] }] : tests;
}
