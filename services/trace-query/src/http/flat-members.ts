import { type HttpRequest, unprocessable, type ValidationDetail } from '@spanhouse/service-runtime';
import { parseJsonText } from '@spanhouse/span-intake';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type LocatedValue,
  type ParsedFiltering,
  type ParsedWindowing,
  parseFiltering,
  parseWindowMembers,
  type QueryIssue,
  type WindowMember,
} from '@spanhouse/span-schema';
import { type ListQuery, toListQuery } from './parse-query-body.js';
import { readJsonObject } from './read-json-body.js';

const FOCUSES = ['trace', 'span'] as const;
const FORMATS = ['agenta', 'opentelemetry'] as const;

export interface Formatting {
  readonly focus: (typeof FOCUSES)[number];
  readonly format: (typeof FORMATS)[number];
}

/** The members of a request that may stand in several places: nested and flat in the body, and in the query string. */
export interface FlatMembers {
  /** Where a flat member stands, the body before the query string. */
  readonly find: (name: string) => LocatedValue | undefined;
  readonly formatting: Formatting;
  readonly windowing: ParsedWindowing;
  /** As it was sent. */
  readonly filter: JsonValue | undefined;
  readonly filtering: ParsedFiltering;
  readonly issues: ValidationDetail[];
}

/** For each key a nested member of the body, else a flat one of `flatWindow`, else the query string (API: 6.3). */
export async function readFlatMembers(
  req: HttpRequest,
  limitBytes: number,
  flatWindow: readonly WindowMember[],
): Promise<FlatMembers> {
  const body = await readJsonObject(req, limitBytes);
  const issues: ValidationDetail[] = [];
  const formatting = readNested(body, 'formatting', issues);
  const windowing = readNested(body, 'windowing', issues);
  const find = (name: string) => located(body, name, ['body', name]) ?? fromQueryString(req, name);
  const readFormat = <const Name extends string>(name: string, names: readonly [Name, Name]) =>
    readOneOf(located(formatting, name, ['body', 'formatting', name]) ?? find(name), names, issues);
  const filter = readJson(located(body, 'filtering', ['body', 'filtering']) ?? find('filter'));
  return {
    find,
    formatting: { focus: readFormat('focus', FOCUSES), format: readFormat('format', FORMATS) },
    windowing: parseWindowMembers(
      (name) =>
        located(windowing, name, ['body', 'windowing', name]) ??
        (flatWindow.includes(name) ? find(name) : undefined),
    ),
    filter: filter.status === 'parsed' ? filter.value : undefined,
    filtering:
      filter.status === 'parsed'
        ? parseFiltering(filter.value, filter.loc)
        : { status: 'malformed', issues: filter.issues },
    issues,
  };
}

/** Throws the 422 that lists every structural problem, or the 400 of a filter that makes no sense. */
export function checkFlatMembers({ issues, filtering, windowing }: FlatMembers): ListQuery {
  if (issues.length > 0) {
    const others = [filtering, windowing].flatMap((parsed) =>
      parsed.status === 'malformed' ? parsed.issues : [],
    );
    throw unprocessable([...issues, ...others]);
  }
  return toListQuery(filtering, windowing);
}

type FoundJson =
  | {
      readonly status: 'parsed';
      readonly value: JsonValue | undefined;
      readonly loc: LocatedValue['loc'];
    }
  | {
      readonly status: 'malformed';
      readonly issues: readonly QueryIssue[];
    };

/** A JSON value, or its text. */
export function readJson(found: LocatedValue | undefined): FoundJson {
  if (found === undefined) return { status: 'parsed', value: undefined, loc: [] };
  const { value, loc } = found;
  if (typeof value !== 'string') return { status: 'parsed', value, loc };
  const parsed: { status: 'parsed'; value: JsonValue } | { status: 'malformed'; message: string } =
    parseJsonText(value);
  if (parsed.status === 'parsed') return { status: 'parsed', value: parsed.value, loc };
  const ctx = { error: parsed.message };
  return {
    status: 'malformed',
    issues: [{ type: 'json_invalid', loc, msg: 'JSON decode error', ctx }],
  };
}

function readNested(body: JsonObject, name: string, issues: ValidationDetail[]): JsonObject {
  const value = body[name] ?? {};
  if (isJsonObject(value)) return value;
  const msg = 'Input should be a valid dictionary or object to extract fields from';
  issues.push({ type: 'model_attributes_type', loc: ['body', name], msg });
  return {};
}

/** Null counts as absent: the next place is asked. */
function located(
  members: JsonObject,
  name: string,
  loc: readonly string[],
): LocatedValue | undefined {
  const value = Object.hasOwn(members, name) ? (members[name] ?? null) : null;
  return value === null ? undefined : { value, loc };
}

/** Of a repeated key the last one counts. */
function fromQueryString(req: HttpRequest, name: string): LocatedValue | undefined {
  const value = [req.query[name]].flat().at(-1);
  return typeof value === 'string' ? { value, loc: ['query', name] } : undefined;
}

/** The first name is the default. */
function readOneOf<const Name extends string>(
  found: LocatedValue | undefined,
  names: readonly [Name, Name],
  issues: ValidationDetail[],
): Name {
  if (found === undefined) return names[0];
  const known = names.find((name) => name === found.value);
  if (known !== undefined) return known;
  const expected = `'${names[0]}' or '${names[1]}'`;
  issues.push({
    type: 'enum',
    loc: found.loc,
    msg: `Input should be ${expected}`,
    ctx: { expected },
  });
  return names[0];
}
