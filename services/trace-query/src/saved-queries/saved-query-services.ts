import { HttpProblem, type HttpRequest, type Route, unprocessable } from '@spanhouse/api-kit';
import type { Permission } from '@spanhouse/catalog';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Location,
  notA,
  notOneOf,
  parseFiltering,
  parseUuid,
  parseWindowing,
  toValidationDetail,
  type ValidationDetail,
} from '@spanhouse/span-schema';
import { focuses, formats } from '@spanhouse/span-schema/api';
import type { z } from 'zod';
import { type Read, readRoute } from '../http/read-handler.js';
import { type Answer, nothingFound } from '../http/send-json.js';
import type { ListServices } from '../lists/list-services.js';
import type { PageContext } from '../paging/open-page.js';
import { issuesOf, parseBody } from '../requests/parse-or-422.js';
import type { EntityPosition } from './list-entities.js';

export interface SavedQueryServices extends ListServices {
  readonly entityPages: PageContext<EntityPosition>;
}

/**
 * Maximum size of a request body that writes a saved query. Saved queries are written by hand, and a page of them must
 * fit into memory.
 */
const MAX_WRITE_BYTES = 1024 * 1024;

interface SavedQueryRead<Request> extends Pick<Read<Request>, 'parse' | 'answer'> {
  readonly need: Extract<Permission, 'view_queries' | 'edit_queries'>;
}

export function savedQueryRoute<Request>(
  services: SavedQueryServices,
  name: Parameters<typeof readRoute>[1],
  read: SavedQueryRead<Request>,
): Route {
  return readRoute(services, name, { kind: 'saved_query', ...read });
}

/** Reads and validates the body of a write request. Throws a 422 if the body is invalid. */
export function readWrite<Schema extends z.ZodType>(
  req: HttpRequest,
  schema: Schema,
  limitBytes: number,
): Promise<z.output<Schema>> {
  return parseBody(req, schema, Math.min(limitBytes, MAX_WRITE_BYTES));
}

/** Returns the id in a path. Throws a 422 if it is not a UUID. */
export function pathIdOr422(req: HttpRequest, name: string): string {
  return uuidOr422(req.params[name], ['path', name]);
}

/** Returns a UUID in its stored form. Throws a 422 if the string is not a UUID. */
export function uuidOr422(text: string | undefined, loc: readonly string[]): string {
  const id = parseUuid(text);
  if (id !== undefined) {
    return id;
  }
  throw unprocessable([toValidationDetail(notA('uuid'), loc, text)]);
}

/** Returns the 409 for an id or a slug that is already in use. */
export function taken(member: 'id' | 'slug', value: string): HttpProblem {
  const message = `A resource with ${member} '${value}' already exists in this project.`;
  return new HttpProblem(409, { detail: { message, conflict: { [member]: value } } });
}

/** Returns the answer for one entity, `{"count":1,"<name>":…}`, or `{"count":0}` if the entity does not exist. */
export function answerOne(name: string, entity: object | undefined): Answer {
  return entity === undefined ? nothingFound : { count: 1, [name]: entity };
}

/** Members that only the route for retrieving a revision adds. Clients may send them back, but they are not stored. */
const notStored = ['trace_ids', 'traces'];

/**
 * Returns a revision's data in its stored form, without null members and without members that only reads add. Returns
 * undefined if no member remains. Throws a 422 if the structure is invalid. The filter is not validated until the query
 * runs.
 */
export function revisionDataOr422(
  value: JsonValue | undefined,
  member: string,
): JsonObject | undefined {
  const loc = ['body', member, 'data'];
  if (value === undefined || value === null) {
    return undefined;
  }
  if (!isJsonObject(value)) {
    throw unprocessable([toValidationDetail(notA('object'), loc)]);
  }
  const kept = Object.entries(value).filter(([name]) => !notStored.includes(name));
  const issues = kept.flatMap(([name, sent]) => checkMember(name, sent, [...loc, name]));
  if (issues.length > 0) {
    throw unprocessable(issues);
  }
  const members = kept.filter(([, sent]) => sent !== null);
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

function checkMember(name: string, member: JsonValue, loc: Location): readonly ValidationDetail[] {
  switch (name) {
    case 'formatting':
      return checkFormatting(member, loc);
    case 'filtering':
      return issuesOf(parseFiltering(member, loc));
    case 'windowing':
      return issuesOf(parseWindowing(member, loc));
    default:
      return [{ type: 'extra_forbidden', loc, msg: 'Extra inputs are not permitted' }];
  }
}

function checkFormatting(member: JsonValue, loc: Location): readonly ValidationDetail[] {
  if (member === null) {
    return [];
  }
  if (!isJsonObject(member)) {
    return [toValidationDetail(notA('object'), loc)];
  }
  return [
    ...checkOneOf(member['focus'], focuses, [...loc, 'focus']),
    ...checkOneOf(member['format'], formats, [...loc, 'format']),
  ];
}

function checkOneOf(
  value: JsonValue | undefined,
  names: readonly string[],
  loc: Location,
): readonly ValidationDetail[] {
  const isAllowed = value === undefined || value === null || names.some((name) => name === value);
  return isAllowed ? [] : [toValidationDetail(notOneOf(names), loc)];
}
