import type { Permission } from '@spanhouse/catalog';
import {
  HttpProblem,
  type HttpRequest,
  type Route,
  toValidationDetails,
  unprocessable,
  type ValidationDetail,
} from '@spanhouse/service-runtime';
import { type JsonValue, parseUuid, stringifyJson } from '@spanhouse/span-schema';
import type { z } from 'zod';
import type { QueryServices } from '../http/query-services.js';
import { createReadHandler, type ReadContext } from '../http/read-handler.js';
import { readJsonObject } from '../http/read-json-body.js';
import type { TextPieces } from '../http/send-json.js';
import type { CursorCodec } from '../query/cursor.js';
import type { EntityPosition } from './entity-cursors.js';
import { parseRevisionData } from './parse-revision-data.js';

export interface SavedQueryServices extends QueryServices {
  readonly entityCursors: CursorCodec<EntityPosition>;
}

/** A saved query is written by a person; a page of them has to fit into memory. */
const MAX_WRITE_BYTES = 1024 * 1024;

interface SavedQueryRoute<Request> {
  readonly method: Route['method'];
  readonly path: string;
  readonly need: Extract<Permission, 'view_queries' | 'edit_queries'>;
  parse(req: HttpRequest): Promise<Request> | Request;
  answer(request: Request, context: ReadContext): Promise<TextPieces>;
}

export function savedQueryRoute<Request>(
  services: SavedQueryServices,
  { method, path, ...read }: SavedQueryRoute<Request>,
): Route {
  const handler = createReadHandler(services, { kind: 'saved_query', ...read });
  return { method, path, mirrored: true, handler };
}

/** The body of a write, in the shape of a schema; throws the 422. */
export function readWrite<Schema extends z.ZodType>(
  req: HttpRequest,
  schema: Schema,
  { settings }: SavedQueryServices,
): Promise<z.output<Schema>> {
  return readBody(req, schema, Math.min(settings.bodyLimitBytes, MAX_WRITE_BYTES));
}

export async function readBody<Schema extends z.ZodType>(
  req: HttpRequest,
  schema: Schema,
  limitBytes: number,
): Promise<z.output<Schema>> {
  const body = await readJsonObject(req, limitBytes);
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw unprocessable(toValidationDetails(parsed.error, body));
  return parsed.data;
}

/** Throws the 422 of data that is not one. */
export function revisionDataOr422(value: JsonValue | undefined, member: string) {
  const issues: ValidationDetail[] = [];
  const data = parseRevisionData(value, ['body', member, 'data'], issues);
  if (issues.length > 0) throw unprocessable(issues);
  return data;
}

/** The id in a path; throws the 422 of what is no UUID. */
export function pathIdOr422(req: HttpRequest, name: string): string {
  return uuidOr422(req.params[name], ['path', name]);
}

export function uuidOr422(text: string | undefined, loc: readonly string[]): string {
  const id = parseUuid(text);
  if (id !== undefined) return id;
  throw unprocessable([
    { type: 'uuid_parsing', loc, msg: 'Input should be a valid UUID', input: text },
  ]);
}

export function slugTaken(slug: string): HttpProblem {
  const message = `A resource with slug '${slug}' already exists in this project.`;
  return new HttpProblem(409, { detail: { message, conflict: { slug } } });
}

export function idTaken(id: string): HttpProblem {
  const message = `A resource with id '${id}' already exists in this project.`;
  return new HttpProblem(409, { detail: { message, conflict: { id } } });
}

export const NOTHING: Iterable<string> = ['{"count":0}'];

/** `{"count":1,"<name>":…}`; without an entity `{"count":0}`. */
export function writeOne(name: string, entity: object | undefined): Iterable<string> {
  return entity === undefined ? NOTHING : [`{"count":1,"${name}":${writeEntity(entity)}}`];
}

export function writeEntity(entity: object): string {
  return stringifyJson(entity as JsonValue);
}
