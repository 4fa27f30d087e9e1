import type { Json, JsonMembers } from '../api/shown-span.js';
import { membersOf } from '../api/shown-span.js';
import { writeJson } from '../parts/values/write-json.js';
import type { Condition } from './filtering.js';

/** Signs of the operators between a name and a value. */
const signs: Readonly<Record<string, string>> = {
  is: ':',
  contains: '~',
  startswith: '^=',
  endswith: '$=',
  like: ' like ',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
};

const fieldNames: Readonly<Record<string, string>> = {
  status_code: 'status',
  span_type: 'type',
  span_kind: 'kind',
  span_name: 'name',
  service_name: 'service',
  trace_id: 'trace',
  span_id: 'span',
  parent_id: 'parent',
};

const keyNames: Readonly<Record<string, string>> = {
  'ag.metrics.duration.cumulative': 'duration',
  'ag.metrics.tokens.cumulative.total': 'tokens',
  'ag.metrics.costs.cumulative.total': 'cost',
  'ag.metrics.errors.cumulative': 'errors',
  'ag.metrics.tokens.incremental.total': 'own.tokens',
  'ag.metrics.costs.incremental.total': 'own.cost',
  'ag.session.id': 'session',
  'ag.user.id': 'user',
  'ag.agent.id': 'agent',
};

const prefixes: Readonly<Record<string, string>> = {
  attributes: '.',
  'resource.attributes': 'resource.',
  'scope.attributes': 'scope.',
};

const entryNames: Readonly<Record<string, readonly [name: string, member: string]>> = {
  events: ['event', 'name'],
  links: ['link', 'trace_id'],
  references: ['ref', 'slug'],
};

/** Returns the display name of a field or a key: `duration`, `customer.tier`. */
export function fieldNameInText({ field, key }: Condition): string {
  if (field === 'content') {
    return 'contents';
  }
  return key === undefined ? (fieldNames[field] ?? field) : (keyNames[key] ?? key);
}

/** Yields candidate texts for a condition, shortest first. The caller checks which of them parse back to it. */
export function* writeCondition(condition: Condition): Generator<string> {
  const { field, key: _key, operator, value, ...others } = condition;
  if (Object.keys(others).length > 0) {
    return; // `options` have no text
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

function* namesOf({ field, key }: Condition): Generator<string> {
  const alias = key === undefined ? fieldNames[field] : keyNames[key];
  if (alias !== undefined) {
    yield alias;
  }
  if (prefixes[field] !== undefined && key !== undefined) {
    yield `${prefixes[field]}${key}`;
  }
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

/** Removes the prefix that all values of an enumeration share. */
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
  const [name, member] = entryNames[field] ?? [];
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
