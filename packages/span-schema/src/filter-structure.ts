import {
  CONDITION_OPERATORS,
  type ConditionOperator,
  LOGICAL_OPERATORS,
  type LogicalOperator,
} from './filter-operators.js';
import { isJsonObject, type JsonObject, type JsonValue } from './json.js';
import {
  at,
  type Location,
  NOT_A_BOOLEAN,
  NOT_A_LIST,
  NOT_A_STRING,
  NOT_AN_OBJECT,
  type QueryInput,
  type QueryIssue,
  readOneOf,
  report,
} from './query-issue.js';

export interface ConditionOptions {
  readonly caseSensitive: boolean;
  readonly exactMatch: boolean;
  readonly all: boolean;
}

export interface Condition {
  readonly field: string;
  readonly key: string | undefined;
  /** undefined when the request has none, which most operators treat as null. */
  readonly value: JsonValue | undefined;
  readonly operator: ConditionOperator;
  readonly options: ConditionOptions;
}

/** A filter whose structure is sound; whether it makes sense is `checkFiltering`'s question. */
export interface Filtering {
  readonly operator: LogicalOperator;
  readonly conditions: readonly (Condition | Filtering)[];
}

export type ParsedFiltering =
  | { readonly status: 'parsed'; readonly filtering: Filtering | undefined }
  | { readonly status: 'malformed'; readonly issues: readonly QueryIssue[] };

const MAX_DEPTH = 100;
/** Far more than a person writes, and few enough for one statement. */
const MAX_CONDITIONS = 1000;
const NO_OPTIONS: ConditionOptions = { caseSensitive: false, exactMatch: false, all: false };

/** Reads the structure of a filter (API: "Grammar"); absent and null are no filter. */
export function parseFiltering(value: JsonValue | undefined, loc: Location): ParsedFiltering {
  const issues: QueryIssue[] = [];
  if (value === undefined || value === null) {
    return { status: 'parsed', filtering: undefined };
  }
  const filtering = readFiltering(value, { loc, issues }, 1);
  if (filtering !== undefined && countConditions(filtering) > MAX_CONDITIONS) {
    report(
      { loc, issues },
      { type: 'too_long', msg: `Filters have at most ${MAX_CONDITIONS} conditions` },
    );
  }
  return issues.length > 0 ? { status: 'malformed', issues } : { status: 'parsed', filtering };
}

export function isCondition(entry: Condition | Filtering): entry is Condition {
  return 'field' in entry;
}

function countConditions({ conditions }: Filtering): number {
  const counts = conditions.map((entry) => (isCondition(entry) ? 1 : countConditions(entry)));
  return counts.reduce((sum, count) => sum + count, 0);
}

function readFiltering(value: JsonValue, input: QueryInput, depth: number): Filtering | undefined {
  if (!isJsonObject(value)) {
    report(input, NOT_AN_OBJECT, value);
    return undefined;
  }
  if (depth > MAX_DEPTH) {
    report(input, {
      type: 'nesting_too_deep',
      msg: `Filters are nested deeper than ${MAX_DEPTH} levels`,
    });
    return undefined;
  }
  const operator = readOneOf(value['operator'] ?? 'and', LOGICAL_OPERATORS, at(input, 'operator'));
  const entries = readEntries(value['conditions'], at(input, 'conditions'), depth);
  return operator === undefined ? undefined : { operator, conditions: entries };
}

function readEntries(
  value: JsonValue | undefined,
  input: QueryInput,
  depth: number,
): readonly (Condition | Filtering)[] {
  if (value === undefined || value === null) {
    return [];
  }
  if (!Array.isArray(value)) {
    report(input, NOT_A_LIST, value);
    return [];
  }
  return value.flatMap((entry, index) => {
    const isFieldEntry = isJsonObject(entry) && Object.hasOwn(entry, 'field');
    const place = at(input, index);
    const read = isFieldEntry
      ? readCondition(entry, place)
      : readFiltering(entry, place, depth + 1);
    return read ?? [];
  });
}

function readCondition(entry: JsonObject, input: QueryInput): Condition | undefined {
  const field = readText(entry['field'], at(input, 'field'));
  const key = entry['key'] ?? undefined;
  const keyText = key === undefined ? undefined : readText(key, at(input, 'key'));
  const operator = readOneOf(entry['operator'] ?? 'is', CONDITION_OPERATORS, at(input, 'operator'));
  const options = readOptions(entry['options'], at(input, 'options'));
  if (field === undefined || operator === undefined) {
    return undefined;
  }
  return { field, key: keyText, value: entry['value'], operator, options };
}

function readText(value: JsonValue | undefined, input: QueryInput): string | undefined {
  if (typeof value === 'string') {
    return value;
  }
  report(input, NOT_A_STRING, value);
  return undefined;
}

function readOptions(value: JsonValue | undefined, input: QueryInput): ConditionOptions {
  if (value === undefined || value === null) {
    return NO_OPTIONS;
  }
  if (!isJsonObject(value)) {
    report(input, NOT_AN_OBJECT, value);
    return NO_OPTIONS;
  }
  return {
    caseSensitive: readFlag(value, 'case_sensitive', input),
    exactMatch: readFlag(value, 'exact_match', input),
    all: readFlag(value, 'all', input),
  };
}

function readFlag(options: JsonObject, name: string, input: QueryInput): boolean {
  const value = Object.hasOwn(options, name) ? (options[name] ?? false) : false;
  if (typeof value === 'boolean') {
    return value;
  }
  report(at(input, name), NOT_A_BOOLEAN, value);
  return false;
}
