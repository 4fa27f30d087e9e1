import { type HttpRequest, readJsonObject } from '@spanhouse/api-kit';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type LocatedValue,
  type Location,
  notA,
  notJson,
  notOneOf,
  type ParsedFiltering,
  type ParsedWindowing,
  parseFiltering,
  parseJsonText,
  parseWindowMembers,
  toValidationDetail,
  type ValidationDetail,
  type WindowMember,
} from '@spanhouse/span-schema';
import { focuses, formats } from '@spanhouse/span-schema/api';
import type { ListQuery } from '../paging/list-request.js';
import { toListQuery } from './parse-query-body.js';
import { locatedQueryText } from './query-text.js';

/** Format of an answer: spans or traces, as trees or as a flat list. */
export interface Formatting {
  readonly focus: (typeof focuses)[number];
  readonly format: (typeof formats)[number];
}

/** Members of a request. Each can be nested in the body, flat in the body, or in the query string. */
export interface FlatMembers {
  /** Finds a flat member. Searches the body before the query string. */
  readonly find: (name: string) => LocatedValue | undefined;
  readonly formatting: Formatting;
  readonly windowing: ParsedWindowing;
  /** The filter as the client sent it. */
  readonly filter: JsonValue | undefined;
  readonly filtering: ParsedFiltering;
  readonly issues: ValidationDetail[];
}

/**
 * Reads each member from the first location that contains it: nested in the body, flat in the body, or in the query
 * string. If `flatWindow` is given, only the window members that it lists may be flat. See
 * docs/api/spans-and-traces.md.
 */
export async function readFlatMembers(
  req: HttpRequest,
  limitBytes: number,
  flatWindow?: readonly WindowMember[],
): Promise<FlatMembers> {
  const body = await readJsonObject(req, { limitBytes });
  const issues: ValidationDetail[] = [];
  const formatting = readNested(body, 'formatting', issues);
  const windowing = readNested(body, 'windowing', issues);
  const find = (name: string) => located(body, name, ['body', name]) ?? locatedQueryText(req, name);
  const readFormat = <const Name extends string>(name: string, names: readonly [Name, Name]) =>
    readOneOf(located(formatting, name, ['body', 'formatting', name]) ?? find(name), names, issues);
  const filter = readJson(located(body, 'filtering', ['body', 'filtering']) ?? find('filter'));
  return {
    find,
    formatting: { focus: readFormat('focus', focuses), format: readFormat('format', formats) },
    windowing: parseWindowMembers(
      (name) =>
        located(windowing, name, ['body', 'windowing', name]) ??
        ((flatWindow?.includes(name) ?? true) ? find(name) : undefined),
    ),
    filter: filter.status === 'parsed' ? filter.value : undefined,
    filtering:
      filter.status === 'parsed'
        ? parseFiltering(filter.value, filter.loc)
        : { status: 'malformed', issues: filter.issues },
    issues,
  };
}

/** A parsed query in the older form. */
export interface FlatQuery extends ListQuery, Formatting {}

/** Parses the body and the query string of `/tracing/spans/query`. */
export async function parseFlatQuery(req: HttpRequest, limitBytes: number): Promise<FlatQuery> {
  const { filtering, windowing, issues, formatting } = await readFlatMembers(req, limitBytes);
  return { ...toListQuery(filtering, windowing, issues), ...formatting };
}

type FoundJson =
  | { readonly status: 'parsed'; readonly value: JsonValue | undefined; readonly loc: Location }
  | { readonly status: 'malformed'; readonly issues: readonly ValidationDetail[] };

/** Reads a value that is either JSON or a string containing JSON. */
export function readJson(found: LocatedValue | undefined): FoundJson {
  if (found === undefined) {
    return { status: 'parsed', value: undefined, loc: [] };
  }
  const { value, loc } = found;
  if (typeof value !== 'string') {
    return { status: 'parsed', value, loc };
  }
  const parsed = parseJsonText(value);
  return parsed.status === 'parsed'
    ? { status: 'parsed', value: parsed.value, loc }
    : { status: 'malformed', issues: [toValidationDetail(notJson(parsed.message), loc)] };
}

function readNested(body: JsonObject, name: string, issues: ValidationDetail[]): JsonObject {
  const value = body[name] ?? {};
  if (isJsonObject(value)) {
    return value;
  }
  issues.push(toValidationDetail(notA('object'), ['body', name]));
  return {};
}

/** Returns a member with its location. A null member is treated as absent, so that the next location is searched. */
function located(members: JsonObject, name: string, loc: Location): LocatedValue | undefined {
  const value = Object.hasOwn(members, name) ? (members[name] ?? null) : null;
  return value === null ? undefined : { value, loc };
}

/** Returns the name that the request contains, or the first name as the default. */
function readOneOf<const Name extends string>(
  found: LocatedValue | undefined,
  names: readonly [Name, Name],
  issues: ValidationDetail[],
): Name {
  if (found === undefined) {
    return names[0];
  }
  const known = names.find((name) => name === found.value);
  if (known === undefined) {
    issues.push(toValidationDetail(notOneOf(names), found.loc));
  }
  return known ?? names[0];
}
