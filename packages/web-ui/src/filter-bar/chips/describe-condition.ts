import type { ConditionOperator } from '@spanhouse/span-schema';
import type { Json } from '../../api/shown-span.js';
import { writeJson } from '../../parts/values/write-json.js';
import type { Condition, Filtering, Part } from '../filtering.js';
import { fieldNameInText } from '../write-condition.js';

const words: Readonly<Record<ConditionOperator, string>> = {
  is: 'is',
  is_not: 'is not',
  eq: 'equals',
  neq: 'does not equal',
  gt: 'greater than',
  gte: 'at least',
  lt: 'less than',
  lte: 'at most',
  btwn: 'between',
  startswith: 'begins with',
  endswith: 'ends with',
  contains: 'contains',
  matches: 'matches',
  like: 'like',
  in: 'one of',
  not_in: 'none of',
  has: 'has',
  has_not: 'has not',
  exists: 'exists',
  not_exists: 'does not exist',
};

const joins: Readonly<Record<string, string>> = { and: ' and ', or: ' or ' };
const duration = 'ag.metrics.duration.cumulative';
const MAX_LENGTH = 200;

/** Describes a condition in words for screen readers, such as `duration greater than 5 seconds`. */
export function describeCondition(part: Part): string {
  const text = 'conditions' in part ? describeGroup(part) : describeOne(part);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

function describeGroup({ operator, conditions }: Filtering): string {
  const texts = conditions.map(describeCondition);
  const join = joins[operator];
  return join === undefined ? `not ${texts.join(' and ')}` : texts.join(join);
}

function describeOne(condition: Condition): string {
  const { key, operator, value } = condition;
  const verb = (words as Readonly<Record<string, string>>)[operator] ?? operator;
  const name = fieldNameInText(condition);
  if (value === undefined) {
    return `${name} ${verb}`;
  }
  const values = Array.isArray(value) ? (value as readonly Json[]) : [value];
  const texts = values.map((one) => describeValue(one, key));
  return `${name} ${verb} ${texts.join(operator === 'btwn' ? ' and ' : ', ')}`;
}

function describeValue(value: Json, key: string | undefined): string {
  if (key === duration && typeof value === 'number') {
    return value >= 1000 ? `${value / 1000} seconds` : `${value} milliseconds`;
  }
  const text = typeof value === 'string' ? value : writeJson(value);
  return text.replace(/^(?:STATUS_CODE|SPAN_KIND)_(\w+)$/, (_all, name: string) =>
    name.toLowerCase(),
  );
}
