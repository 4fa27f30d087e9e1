import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  missingField,
  notA,
  notJson,
  type ParsedJson,
  parseJsonText,
  type TooComplexJson,
  toValidationDetail,
} from '@spanhouse/span-schema';
import type { z } from 'zod';
import { type ReadBodyOptions, readBody } from '../bodies/read-body.js';
import { tooComplex, unprocessable } from '../problems/http-problem.js';
import { toValidationDetails } from '../problems/validation-details.js';

export interface ReadRequiredJsonOptions extends ReadBodyOptions {
  /** Called after a body is read, with its decompressed size. */
  readonly onRead?: (bytes: number) => void;
  /** Maximum number of scalars, lists and objects in the body. */
  readonly maxValues: number;
  /** Called before the 413 is thrown, with the limit that the body exceeds. */
  readonly onTooComplex?: (limit: TooComplexJson['limit']) => void;
}

/**
 * Reads a required JSON body, for routes that accept spans. Rejects with an HttpProblem or a BodyReadError. The
 * responses to these errors include:
 * - 422 for a content type other than JSON, before the body is read.
 * - 422 for a missing body or malformed JSON; the last part of `loc` is the position of the error.
 * - 413 for a body with too many values for its size.
 */
export async function readRequiredJson(
  req: IncomingMessage,
  { onRead, onTooComplex, maxValues, ...options }: ReadRequiredJsonOptions,
): Promise<JsonValue> {
  requireJsonContentType(req);
  const body = await readBody(req, options);
  onRead?.(body.length);
  if (body.length === 0) {
    throw unprocessable([toValidationDetail(missingField, ['body'])]);
  }
  const parsed = parseBody(body, maxValues);
  if (parsed.status === 'parsed') {
    return parsed.value;
  }
  if (parsed.status === 'too_complex') {
    onTooComplex?.(parsed.limit);
    throw tooComplex(`Request body ${parsed.message}.`);
  }
  const { message, position } = parsed;
  const loc = position === undefined ? ['body'] : ['body', position];
  throw unprocessable([toValidationDetail(notJson(message), loc)]);
}

/**
 * Reads a JSON body that may be absent, for queries. An empty body becomes `undefined`, regardless of its content type.
 * A byte order mark is skipped. Rejects like `readRequiredJson`, but does not limit the number of values.
 */
export async function readOptionalJson(
  req: IncomingMessage,
  options: ReadBodyOptions,
): Promise<JsonValue | undefined> {
  const body = await readBody(req, options);
  if (body.length === 0) {
    return undefined;
  }
  requireJsonContentType(req);
  const parsed = parseBody(withoutByteOrderMark(body), Number.POSITIVE_INFINITY);
  if (parsed.status === 'parsed') {
    return parsed.value;
  }
  if (parsed.status === 'too_complex') {
    throw tooComplex(`Request body ${parsed.message}.`);
  }
  throw unprocessable([toValidationDetail(notJson(parsed.message), ['body'], {})]);
}

/**
 * Reads a JSON object from a body that may be absent. An absent body and `null` both become `{}`. Rejects like
 * `readOptionalJson`.
 */
export async function readJsonObject(
  req: IncomingMessage,
  options: ReadBodyOptions,
): Promise<JsonObject> {
  const value = (await readOptionalJson(req, options)) ?? {};
  if (isJsonObject(value)) {
    return value;
  }
  throw unprocessable([toValidationDetail(notA('object'), ['body'])]);
}

/** `schema` validates the parsed body. Large integers in the body are `bigint`. */
export interface ParseJsonRequestOptions<Schema extends z.ZodType> extends ReadBodyOptions {
  readonly schema: Schema;
}

/**
 * Reads and validates a JSON body. The schema receives `undefined` for an absent body. Rejects like `readOptionalJson`,
 * or with a 422 that lists all problems in the body.
 */
export async function parseJsonRequest<Schema extends z.ZodType>(
  req: IncomingMessage,
  { schema, ...options }: ParseJsonRequestOptions<Schema>,
): Promise<z.output<Schema>> {
  const value = await readOptionalJson(req, options);
  const result = schema.safeParse(value);
  if (result.success) {
    return result.data;
  }
  throw unprocessable(toValidationDetails(result.error, value));
}

/** Throws a 422 unless the content type is JSON. A missing content type counts as JSON. */
function requireJsonContentType(req: IncomingMessage): void {
  const header = req.headers['content-type'];
  if (header === undefined || /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(header.trim())) {
    return;
  }
  throw unprocessable([toValidationDetail(notA('object'), ['body'])]);
}

function parseBody(body: Buffer, maxValues: number): ParsedJson {
  return isUtf8(body)
    ? parseJsonText(body.toString('utf8'), maxValues)
    : { status: 'malformed', message: 'Invalid UTF-8', position: undefined };
}

function withoutByteOrderMark(body: Buffer): Buffer {
  const hasMark = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
  return hasMark ? body.subarray(3) : body;
}
