import {
  type HttpRequest,
  readJsonObject,
  toValidationDetails,
  unprocessable,
} from '@spanhouse/api-kit';
import type {
  Location,
  ParsedWindowing,
  ValidationDetail,
  Windowing,
} from '@spanhouse/span-schema';
import type { z } from 'zod';

/** Validates a part of a request. Throws a 422 that lists all problems. */
export function parseOr422<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  loc: Location = ['body'],
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    throw unprocessable(toValidationDetails(parsed.error, value, loc));
  }
  return parsed.data;
}

/**
 * Reads and validates a body. An absent body and null are treated as an empty object. Throws a 422 if the body is
 * invalid.
 */
export async function parseBody<Schema extends z.ZodType>(
  req: HttpRequest,
  schema: Schema,
  limitBytes: number,
): Promise<z.output<Schema>> {
  return parseOr422(schema, await readJsonObject(req, { limitBytes }));
}

/**
 * Returns a parsed window. If there are problems, throws a 422 that lists first the problems in other parts of the
 * request (`issues`), and then the problems in the window.
 */
export function windowingOr422(
  parsed: ParsedWindowing,
  issues: readonly ValidationDetail[] = [],
): Windowing {
  if (parsed.status === 'malformed' || issues.length > 0) {
    throw unprocessable([...issues, ...issuesOf(parsed)]);
  }
  return parsed.windowing;
}

type Parsed =
  | { readonly status: 'parsed' }
  | { readonly status: 'malformed'; readonly issues: readonly ValidationDetail[] };

/** Returns the problems that parsing has found; an empty list for a valid value. */
export function issuesOf(parsed: Parsed): readonly ValidationDetail[] {
  return parsed.status === 'malformed' ? parsed.issues : [];
}
