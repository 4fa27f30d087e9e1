import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.js';
import { at, type QueryInput, readObject, readOneOf, report } from '../query/query-issue.js';
import { type Location, notA, type ValidationDetail } from '../query/validation-detail.js';
import {
  type ConditionOperator,
  conditionOperators,
  type LogicalOperator,
  logicalOperators,
} from './operators.js';

/** The options of a condition. An absent option means false. Operators ignore options that do not apply to them. */
export interface ConditionOptions {
  readonly caseSensitive: boolean;
  readonly exactMatch: boolean;
  readonly all: boolean;
}

/** A condition whose structure is valid. */
export interface Condition {
  readonly field: string;
  readonly key: string | undefined;
  /** The value in the request; `undefined` if the request has no value. Most operators treat `undefined` like null. */
  readonly value: JsonValue | undefined;
  readonly operator: ConditionOperator;
  readonly options: ConditionOptions;
}

/** A filter whose structure is valid. `checkFiltering` checks its fields, operators and values. */
export interface Filtering {
  readonly operator: LogicalOperator;
  readonly conditions: readonly (Condition | Filtering)[];
}

/** A filter whose structure is valid, or its problems. */
export type ParsedFiltering =
  | { readonly status: 'parsed'; readonly filtering: Filtering | undefined }
  | { readonly status: 'malformed'; readonly issues: readonly ValidationDetail[] };

/** Maximum nesting of groups. The limit prevents a stack overflow during recursion. */
const MAX_DEPTH = 100;
/**
 * Maximum number of conditions. The limit is far above the number in hand-written filters, and low enough for one SQL
 * statement.
 */
const MAX_CONDITIONS = 1000;

/**
 * Parses the structure of a filter (see docs/api/filtering.md). An absent value and null mean that there is no filter.
 * Collects all problems and reports their locations below `loc`.
 */
export function parseFiltering(value: JsonValue | undefined, loc: Location): ParsedFiltering {
  if (value === undefined || value === null) {
    return { status: 'parsed', filtering: undefined };
  }
  const issues: ValidationDetail[] = [];
  const input = { loc, issues };
  const filtering = readFiltering(value, input, 1);
  if (filtering !== undefined && countConditions(filtering) > MAX_CONDITIONS) {
    report(input, { type: 'too_long', msg: `Filters have at most ${MAX_CONDITIONS} conditions` });
  }
  return issues.length > 0 ? { status: 'malformed', issues } : { status: 'parsed', filtering };
}

/** Returns whether an entry of a group is a condition rather than a nested group. */
export function isCondition(entry: Condition | Filtering): entry is Condition {
  return 'field' in entry;
}

function countConditions({ conditions }: Filtering): number {
  const counts = conditions.map((entry) => (isCondition(entry) ? 1 : countConditions(entry)));
  return counts.reduce((sum, count) => sum + count, 0);
}

function readFiltering(value: JsonValue, input: QueryInput, depth: number): Filtering | undefined {
  if (!isJsonObject(value)) {
    return report(input, notA('object'), value);
  }
  if (depth > MAX_DEPTH) {
    const msg = `Filters are nested deeper than ${MAX_DEPTH} levels`;
    return report(input, { type: 'nesting_too_deep', msg });
  }
  const operator = readOneOf(value['operator'] ?? 'and', logicalOperators, at(input, 'operator'));
  const entries = readEntries(value['conditions'], at(input, 'conditions'), depth);
  return operator === undefined ? undefined : { operator, conditions: entries };
}

function readEntries(
  value: JsonValue | undefined,
  input: QueryInput,
  depth: number,
): readonly (Condition | Filtering)[] {
  const entries = value ?? [];
  if (!Array.isArray(entries)) {
    return report(input, notA('list'), value) ?? [];
  }
  return entries.flatMap((entry, index): Condition | Filtering | [] => {
    const entryInput = at(input, index);
    return isJsonObject(entry) && Object.hasOwn(entry, 'field')
      ? (readCondition(entry, entryInput) ?? [])
      : (readFiltering(entry, entryInput, depth + 1) ?? []);
  });
}

function readCondition(entry: JsonObject, input: QueryInput): Condition | undefined {
  const field = readText(entry['field'], at(input, 'field'));
  const key =
    (entry['key'] ?? null) === null ? undefined : readText(entry['key'], at(input, 'key'));
  const operator = readOneOf(entry['operator'] ?? 'is', conditionOperators, at(input, 'operator'));
  const options = readOptions(entry['options'], at(input, 'options'));
  if (field === undefined || operator === undefined) {
    return undefined;
  }
  return { field, key, value: entry['value'], operator, options };
}

function readText(value: JsonValue | undefined, input: QueryInput): string | undefined {
  return typeof value === 'string' ? value : report(input, notA('string'), value);
}

function readOptions(value: JsonValue | undefined, input: QueryInput): ConditionOptions {
  const options = readObject(value, input) ?? {};
  return {
    caseSensitive: readFlag(options, 'case_sensitive', input),
    exactMatch: readFlag(options, 'exact_match', input),
    all: readFlag(options, 'all', input),
  };
}

function readFlag(options: JsonObject, name: string, input: QueryInput): boolean {
  const value = Object.hasOwn(options, name) ? (options[name] ?? false) : false;
  return typeof value === 'boolean'
    ? value
    : (report(at(input, name), notA('boolean'), value) ?? false);
}
