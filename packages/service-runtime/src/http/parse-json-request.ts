import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import { jsonInvalid, unprocessable } from './http-problem.js';
import { type ReadBodyOptions, readBody } from './read-body.js';
import { toValidationDetails } from './validation-details.js';

export interface ParseJsonRequestOptions<Schema extends z.ZodType> extends ReadBodyOptions {
  readonly schema: Schema;
  /** Throws SyntaxError for malformed text. Default JSON.parse. */
  readonly parseText?: (text: string) => unknown;
}

/**
 * Reads, parses and validates a JSON body. An empty body is `undefined` to the schema.
 * Rejects with the HttpProblem of the contract: 400, 413, 415, 422.
 */
export async function parseJsonRequest<Schema extends z.ZodType>(
  req: IncomingMessage,
  options: ParseJsonRequestOptions<Schema>,
): Promise<z.output<Schema>> {
  const body = await readBody(req, options);
  const value = body.length === 0 ? undefined : parseJsonBody(req, body, options.parseText);
  const result = options.schema.safeParse(value);
  if (result.success) return result.data;
  throw unprocessable(toValidationDetails(result.error, value));
}

function parseJsonBody(
  req: IncomingMessage,
  body: Buffer,
  parseText: (text: string) => unknown = JSON.parse,
): unknown {
  requireJsonContentType(req);
  const text = decodeJsonText(body);
  try {
    return parseText(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw jsonInvalid(error.message);
    throw error;
  }
}

/** JSON routes take JSON only; a missing content type counts as JSON. Throws the 422 of the contract. */
export function requireJsonContentType(req: IncomingMessage): void {
  const header = req.headers['content-type'];
  if (header === undefined || /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(header.trim()))
    return;
  throw unprocessable([
    {
      type: 'model_attributes_type',
      loc: ['body'],
      msg: 'Input should be a valid dictionary or object to extract fields from',
    },
  ]);
}

/** The text of a JSON body; a 422 (`json_invalid`) when it is not UTF-8. A byte order mark is skipped. */
export function decodeJsonText(body: Buffer): string {
  if (!isUtf8(body)) throw jsonInvalid('Invalid UTF-8');
  const hasByteOrderMark = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
  return body.toString('utf8', hasByteOrderMark ? 3 : 0);
}
