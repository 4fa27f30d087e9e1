import type { z } from 'zod';
import type { ValidationDetail } from './http-problem.js';

type Issue = z.core.$ZodIssue;
type Location = readonly (string | number)[];

const TYPE_NAMES: Readonly<Record<string, readonly [type: string, noun: string]>> = {
  string: ['string_type', 'string'],
  number: ['float_type', 'number'],
  int: ['int_type', 'integer'],
  bigint: ['int_type', 'integer'],
  boolean: ['bool_type', 'boolean'],
  array: ['list_type', 'list'],
  object: ['dict_type', 'dictionary'],
  record: ['dict_type', 'dictionary'],
};

/** zod's issues as entries of a 422; `loc` begins with `root`, for example `['body']`. */
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
    return [{ type: 'missing', loc, msg: 'Field required', ...shownInput(parent) }];
  }
  if (issue.code === 'invalid_union') return closestBranch(issue, value, loc);
  return [{ ...describe(issue), loc, ...shownInput(value) }];
}

/** The branch that came furthest says best what is wrong. */
function closestBranch(
  issue: Extract<Issue, { code: 'invalid_union' }>,
  value: unknown,
  loc: Location,
): ValidationDetail[] {
  const branches = issue.errors.filter((issues) => issues.length > 0);
  const depth = (issues: readonly Issue[]) => Math.max(...issues.map(({ path }) => path.length));
  const [best] = branches.toSorted((a, b) => depth(b) - depth(a) || a.length - b.length);
  if (best === undefined) {
    return [{ type: 'value_error', loc, msg: 'Value error, Invalid input', ...shownInput(value) }];
  }
  return best.flatMap((inner) => toDetails(inner, value, loc));
}

type Description = Pick<ValidationDetail, 'type' | 'msg' | 'ctx'>;

function describe(issue: Issue): Description {
  switch (issue.code) {
    case 'invalid_type': {
      const [type, noun] = TYPE_NAMES[issue.expected] ?? ['value_error', String(issue.expected)];
      return { type, msg: `Input should be a valid ${noun}` };
    }
    case 'invalid_value': {
      const expected = listed(issue.values.map((value) => `'${String(value)}'`));
      return { type: 'enum', msg: `Input should be ${expected}`, ctx: { expected } };
    }
    case 'too_small':
      return describeBound(issue.origin, 'min', Number(issue.minimum));
    case 'too_big':
      return describeBound(issue.origin, 'max', Number(issue.maximum));
    default:
      return { type: 'value_error', msg: `Value error, ${issue.message}` };
  }
}

function describeBound(origin: string, side: 'min' | 'max', bound: number): Description {
  const isMin = side === 'min';
  if (origin === 'string') {
    return isMin
      ? {
          type: 'string_too_short',
          msg: `String should have at least ${bound} characters`,
          ctx: { min_length: bound },
        }
      : {
          type: 'string_too_long',
          msg: `String should have at most ${bound} characters`,
          ctx: { max_length: bound },
        };
  }
  if (origin === 'array' || origin === 'set') {
    return isMin
      ? {
          type: 'too_short',
          msg: `List should have at least ${bound} items`,
          ctx: { min_length: bound },
        }
      : {
          type: 'too_long',
          msg: `List should have at most ${bound} items`,
          ctx: { max_length: bound },
        };
  }
  return isMin
    ? {
        type: 'greater_than_equal',
        msg: `Input should be greater than or equal to ${bound}`,
        ctx: { ge: bound },
      }
    : {
        type: 'less_than_equal',
        msg: `Input should be less than or equal to ${bound}`,
        ctx: { le: bound },
      };
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

function valueAt(input: unknown, path: Location): unknown {
  let value = input;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part))
      return undefined;
    value = (value as Record<string | number, unknown>)[part];
  }
  return value;
}

const SHOWN_BYTES = 2000;

/** A 422 shows what was wrong, but does not send a large body back. */
export function shownInput(value: unknown): { readonly input?: unknown } {
  return value !== undefined && weigh(value, SHOWN_BYTES) >= 0 ? { input: value } : {};
}

/** What is left of `budget`; negative as soon as the value is larger. */
function weigh(value: unknown, budget: number): number {
  if (typeof value === 'string') return budget - value.length;
  if (typeof value !== 'object' || value === null) return budget - 8;
  let left = budget - 2;
  for (const key in value) {
    if (left < 0) return left;
    left = weigh((value as Record<string, unknown>)[key], left - key.length);
  }
  return left;
}
