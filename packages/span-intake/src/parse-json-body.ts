import { type Buffer, isUtf8 } from 'node:buffer';
import type { JsonValue } from '@spanhouse/span-schema';
import { parseJsonText } from './parse-json-text.js';
import { type UnprocessableRequest, unprocessable } from './problem.js';

export type JsonBody = { status: 'parsed'; value: JsonValue } | UnprocessableRequest;

/** Parses a request body (API: "Bodies"); what is no acceptable JSON becomes one `json_invalid` entry. */
export function parseJsonBody(body: Buffer): JsonBody {
  if (!isUtf8(body)) {
    return invalidJson('Invalid UTF-8', undefined);
  }
  const parsed = parseJsonText(body.toString('utf8'));
  return parsed.status === 'parsed' ? parsed : invalidJson(parsed.message, parsed.position);
}

function invalidJson(error: string, position: number | undefined): UnprocessableRequest {
  return unprocessable({
    type: 'json_invalid',
    loc: position === undefined ? ['body'] : ['body', position],
    msg: 'JSON decode error',
    ctx: { error },
  });
}
