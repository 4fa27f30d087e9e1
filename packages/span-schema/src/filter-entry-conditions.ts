import type { EntryTest, FilterEntryMember, FilterExpression, FilterListField } from './filter.js';
import { allOf, anyOf, isAbsent, isPresent, NOTHING, negateIf } from './filter-expressions.js';
import { isNegative } from './filter-id-conditions.js';
import { toJsonOperand, toObjectOperand } from './filter-json-operand.js';
import { isOperatorOf } from './filter-operators.js';
import { FilterRefusal } from './filter-refusal.js';
import type { Condition } from './filter-structure.js';
import { parseSpanId, parseTraceId, parseUuid } from './identifiers.js';
import { isJsonObject, type JsonValue } from './json.js';
import { isSlug } from './slug.js';

/** Each entry is a part of a statement. */
const MAX_PARTIAL_ENTRIES = 1000;
const ATTRIBUTES = 'attributes.';

const REFUSED_ENTRIES: Readonly<Record<FilterListField, string>> = {
  references: 'one or more (possibly partial) references',
  links: 'one or more (possibly partial) links',
  events: 'one or more (possibly partial) events',
  hashes: 'one or more hash ids or partial hashes',
};

/** What a text in the member is compared as; undefined when it cannot be one. */
type ParseMember = (value: JsonValue) => string | undefined;

const toPlainText: ParseMember = (value) => (typeof value === 'string' ? value : undefined);

const MEMBERS: Readonly<
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

export function checkListCondition(condition: Condition, field: FilterListField): FilterExpression {
  const { operator, key, value = null } = condition;
  if (isOperatorOf('dict', operator)) {
    return negateIf(operator === 'has_not', checkKey(field, key, value));
  }
  const isExistence = isOperatorOf('existence', operator);
  if (!isExistence && !isOperatorOf('list', operator)) {
    throw new FilterRefusal(`'${field}' only supports list, dict, and existence operators.`);
  }
  if (key !== undefined) {
    throw new FilterRefusal(`'${field}' key is only supported for dict operators.`);
  }
  if (isExistence) {
    return checkExistence(condition, field);
  }
  return negateIf(isNegative(condition), checkEntries(condition, field));
}

function checkExistence(condition: Condition, field: FilterListField): FilterExpression {
  if ((condition.value ?? null) !== null) {
    throw new FilterRefusal(`'${field}' value is not supported for existence operators.`);
  }
  return isNegative(condition) ? isAbsent(field) : isPresent(field);
}

function checkKey(
  field: FilterListField,
  key: string | undefined,
  value: JsonValue,
): FilterExpression {
  if (field === 'hashes' && key === 'id') {
    const id = parseUuid(value) ?? refuseEntries(field);
    return toEntryTest(field, { members: [{ name: 'id', values: [id] }] });
  }
  if (key?.startsWith(ATTRIBUTES)) {
    const operand = toJsonOperand(value, field);
    return { kind: 'entry_attribute', field, key: key.slice(ATTRIBUTES.length), value: operand };
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
  const [first, ...rest] = options.all ? tests : joined(tests);
  if (first === undefined) {
    return NOTHING;
  }
  return options.all ? allOf([first, ...rest]) : anyOf([first, ...rest]);
}

function checkEntry(entry: JsonValue, field: FilterListField): EntryTest {
  if (field === 'hashes' && typeof entry === 'string') {
    const id = parseUuid(entry) ?? refuseEntries(field);
    return toEntryTest(field, { members: [{ name: 'id', values: [id] }] });
  }
  if (!isJsonObject(entry)) {
    return refuseEntries(field);
  }
  const own = (name: string) => (Object.hasOwn(entry, name) ? (entry[name] ?? null) : null);
  const members = MEMBERS[field].flatMap(([name, parse]) => {
    const value = own(name);
    return value === null ? [] : [{ name, values: [parse(value) ?? refuseEntries(field)] }];
  });
  const attributes = own('attributes');
  if (attributes === null) {
    return members.length === 0 ? refuseEntries(field) : toEntryTest(field, { members });
  }
  return isJsonObject(attributes)
    ? toEntryTest(field, { members, attributes: toObjectOperand(attributes, field) })
    : refuseEntries(field);
}

function toEntryTest(
  field: FilterListField,
  { members, attributes }: Pick<EntryTest, 'members'> & Partial<EntryTest>,
): EntryTest {
  return { kind: 'entry', field, members, attributes };
}

/** Entries that ask for one member each, the same one, are one test with all their values. */
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

function refuseEntries(field: FilterListField): never {
  throw new FilterRefusal(`'${field}' value must be ${REFUSED_ENTRIES[field]}.`);
}
