import { type Json, type JsonMembers, membersOf } from '../api/shown-span.js';
import { writeAttributeName } from '../explorer/columns/attribute-names.js';
import { writeJson } from '../parts/values/write-json.js';
import { entryNames, knownName, operatorNames } from './filter-names.js';
import type { Condition } from './filtering.js';

/** Signs for the operators that are written between a name and a value. */
const signs: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(operatorNames).map(([sign, name]) => [name, sign === 'like' ? ' like ' : sign]),
);

/** Returns the display name of a condition's field or key, such as `duration` or `customer.tier`. */
export function fieldNameInText(condition: Condition): string {
  const { field, key } = condition;
  if (field === 'content') {
    return 'contents';
  }
  return knownName(condition) ?? key ?? field;
}

/**
 * Yields candidate texts for a condition, shortest first. The caller checks which candidates parse back to this
 * condition.
 */
export function* writeCondition(condition: Condition): Generator<string> {
  const { field, key: _key, operator, value, ...others } = condition;
  if (Object.keys(others).length > 0) {
    return; // filter text cannot express `options`
  }
  if (field === 'content' && typeof value === 'string') {
    yield bare(value);
    yield quoted(value);
  }
  yield* writeEntries(condition);
  for (const name of namesOf(condition)) {
    if (operator === 'exists') {
      yield `has(${name})`;
    }
    for (const text of valueTexts(condition)) {
      yield `${name}${operator === 'in' ? ':' : signs[operator]}${text}`;
    }
  }
}

function namesOf(condition: Condition): readonly string[] {
  return [knownName(condition), writeAttributeName(condition)].filter((name) => name !== undefined);
}

function* valueTexts({ field, operator, value }: Condition): Generator<string> {
  if (operator === 'in' && Array.isArray(value)) {
    const values = value as readonly Json[];
    yield values.map((one) => bare(shortened(field, one))).join(',');
    yield values.map((one) => textOf(one)).join(',');
  } else if (signs[operator] !== undefined) {
    yield bare(value === null && field === 'parent_id' ? 'none' : shortened(field, value));
    yield textOf(value);
  }
}

/** Removes from an enumeration value the prefix that all values of the enumeration share. */
function shortened(field: string, value: Json | undefined): Json | undefined {
  const prefix = { status_code: 'STATUS_CODE_', span_kind: 'SPAN_KIND_' }[field];
  return prefix !== undefined && typeof value === 'string' && value.startsWith(prefix)
    ? value.slice(prefix.length).toLowerCase()
    : value;
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? quoted(value) : bare(value);
}

function bare(value: Json | undefined): string {
  return typeof value === 'string' ? value : writeJson(value ?? null);
}

function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}

function* writeEntries({ field, operator, key, value }: Condition): Generator<string> {
  const [name, { member } = {}] =
    Object.entries(entryNames).find(([, entry]) => entry.field === field) ?? [];
  if (operator === 'in' && Array.isArray(value) && member !== undefined) {
    const values = (value as readonly Json[]).map((entry) => onlyMember(membersOf(entry), member));
    yield `${name}:${values.map(bare).join(',')}`;
    yield `${name}:${values.map(textOf).join(',')}`;
  }
  if (field === 'events' && operator === 'has' && key?.startsWith('attributes.')) {
    const path = key.slice('attributes'.length);
    yield `event${path}:${bare(value)}`;
    yield `event${path}:${textOf(value)}`;
  }
}

function onlyMember(entry: JsonMembers | undefined, name: string): Json | undefined {
  return entry?.[name];
}
