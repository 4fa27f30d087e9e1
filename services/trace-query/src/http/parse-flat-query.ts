import { type HttpRequest, unprocessable, type ValidationDetail } from '@spanhouse/service-runtime';
import { parseJsonText } from '@spanhouse/span-intake';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type LocatedValue,
  type ParsedFiltering,
  parseFiltering,
  parseWindowMembers,
} from '@spanhouse/span-schema';
import { type ListQuery, toListQuery } from './parse-query-body.js';
import { readJsonObject } from './read-json-body.js';

const FOCUSES = ['trace', 'span'] as const;
const FORMATS = ['agenta', 'opentelemetry'] as const;

export interface FlatQuery extends ListQuery {
  readonly focus: (typeof FOCUSES)[number];
  readonly format: (typeof FORMATS)[number];
}

/** Reads `/tracing/spans/query`: for each key a nested member of the body, else a flat one, else the query string. */
export async function parseFlatQuery(req: HttpRequest, limitBytes: number): Promise<FlatQuery> {
  const body = await readJsonObject(req, limitBytes);
  const issues: ValidationDetail[] = [];
  const nested = {
    formatting: readNested(body, 'formatting', issues),
    windowing: readNested(body, 'windowing', issues),
  };
  const find = (name: string, group: keyof typeof nested): LocatedValue | undefined =>
    located(nested[group], name, ['body', group, name]) ?? findFlat(req, body, name);
  const focus = readOneOf(find('focus', 'formatting'), FOCUSES, issues);
  const format = readOneOf(find('format', 'formatting'), FORMATS, issues);
  const windowing = parseWindowMembers((name) => find(name, 'windowing'));
  const filtering = parseFilter(
    located(body, 'filtering', ['body', 'filtering']) ?? findFlat(req, body, 'filter'),
  );
  if (issues.length > 0) {
    const others = [filtering, windowing].flatMap((parsed) =>
      parsed.status === 'malformed' ? parsed.issues : [],
    );
    throw unprocessable([...issues, ...others]);
  }
  return { focus, format, ...toListQuery(filtering, windowing) };
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

function findFlat(req: HttpRequest, body: JsonObject, name: string): LocatedValue | undefined {
  return located(body, name, ['body', name]) ?? fromQueryString(req, name);
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

/** A filter, or the JSON text of one. */
function parseFilter(found: LocatedValue | undefined): ParsedFiltering {
  if (found === undefined) return parseFiltering(undefined, []);
  const { value, loc } = found;
  if (typeof value !== 'string') return parseFiltering(value, loc);
  const parsed: { status: 'parsed'; value: JsonValue } | { status: 'malformed'; message: string } =
    parseJsonText(value);
  if (parsed.status === 'parsed') return parseFiltering(parsed.value, loc);
  const ctx = { error: parsed.message };
  return {
    status: 'malformed',
    issues: [{ type: 'json_invalid', loc, msg: 'JSON decode error', ctx }],
  };
}
