import {
  type Complaint,
  type Location,
  missingField,
  notA,
  notOneOf,
  outOfRange,
  toValidationDetail,
  type ValidationDetail,
  valueError,
} from '@spanhouse/span-schema';
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** Messages for a 422, keyed by the type that zod expects. */
const complaints: Readonly<Record<string, Complaint>> = {
  string: notA('string'),
  number: notA('number'),
  int: notA('integer'),
  bigint: notA('integer'),
  boolean: notA('boolean'),
  array: notA('list'),
  object: notA('dictionary'),
  record: notA('dictionary'),
};

/** Converts zod issues to entries of a 422. The `loc` of each entry begins with `root`, for example `['body']`. */
export function toValidationDetails(
  error: z.ZodError,
  input: unknown,
  root: Location = ['body'],
): ValidationDetail[] {
  return error.issues.flatMap((issue) => toDetails(issue, input, root));
}

function toDetails(issue: Issue, input: unknown, root: Location): ValidationDetail[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  const loc = [...root, ...path];
  const value = valueAt(input, path);
  if (value === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_union')) {
    const parent = valueAt(input, path.slice(0, -1)) ?? null;
    return [toValidationDetail(missingField, loc, shownInput(parent).input)];
  }
  if (issue.code === 'invalid_union') {
    return closestBranch(issue, value, loc);
  }
  return [{ ...describe(issue), loc, ...shownInput(value) }];
}

/** Returns the issues of the union branch that matched furthest. These issues explain the problem best. */
function closestBranch(
  issue: Extract<Issue, { code: 'invalid_union' }>,
  value: unknown,
  loc: Location,
): ValidationDetail[] {
  const branches = issue.errors.filter((issues) => issues.length > 0);
  const depth = (issues: readonly Issue[]) => Math.max(...issues.map(({ path }) => path.length));
  const [best] = branches.toSorted((a, b) => depth(b) - depth(a) || a.length - b.length);
  if (best === undefined) {
    return [toValidationDetail(valueError('Invalid input'), loc, shownInput(value).input)];
  }
  return best.flatMap((inner) => toDetails(inner, value, loc));
}

function describe(issue: Issue): Complaint {
  switch (issue.code) {
    case 'invalid_type':
      return (
        complaints[issue.expected] ?? {
          type: 'value_error',
          msg: `Input should be a valid ${String(issue.expected)}`,
        }
      );
    case 'invalid_value':
      return notOneOf(issue.values.map(String));
    case 'too_small':
      return describeBound(issue.origin, 'min', Number(issue.minimum));
    case 'too_big':
      return describeBound(issue.origin, 'max', Number(issue.maximum));
    default:
      return valueError(issue.message);
  }
}

function describeBound(origin: string, side: 'min' | 'max', bound: number): Complaint {
  const isMin = side === 'min';
  const count = `at ${isMin ? 'least' : 'most'} ${bound}`;
  const ctx = { [`${side}_length`]: bound };
  if (origin === 'string') {
    const type = isMin ? 'string_too_short' : 'string_too_long';
    return { type, msg: `String should have ${count} characters`, ctx };
  }
  if (origin === 'array' || origin === 'set') {
    const type = isMin ? 'too_short' : 'too_long';
    return { type, msg: `List should have ${count} items`, ctx };
  }
  return outOfRange(side, bound);
}

function valueAt(input: unknown, path: Location): unknown {
  let value = input;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) {
      return undefined;
    }
    value = (value as Record<string | number, unknown>)[part];
  }
  return value;
}

const SHOWN_BYTES = 2000;

/** Returns the refused value as `input` for a 422, or `{}` if the value is large. */
export function shownInput(value: unknown): { readonly input?: unknown } {
  return value !== undefined && weigh(value, SHOWN_BYTES) >= 0 ? { input: value } : {};
}

/** Subtracts the size of a value from `budget`. Stops as soon as the result is negative. */
function weigh(value: unknown, budget: number): number {
  if (typeof value === 'string') {
    return budget - value.length;
  }
  if (typeof value !== 'object' || value === null) {
    return budget - 8;
  }
  let left = budget - 2;
  for (const key in value) {
    if (left < 0) {
      return left;
    }
    left = weigh((value as Record<string, unknown>)[key], left - key.length);
  }
  return left;
}
