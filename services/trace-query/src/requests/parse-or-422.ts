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

/** Validates a part of a request; throws the 422 that lists everything that the schema refuses. */
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

/** Reads and validates a body; an absent body and null are an empty object. Throws the 422. */
export async function parseBody<Schema extends z.ZodType>(
  req: HttpRequest,
  schema: Schema,
  limitBytes: number,
): Promise<z.output<Schema>> {
  return parseOr422(schema, await readJsonObject(req, { limitBytes }));
}

/**
 * Returns a parsed window. Throws the 422 that lists `issues`, the problems of other parts of the request, and then the
 * problems of the window.
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

/** Returns the problems that parsing found; none if the value is well formed. */
export function issuesOf(parsed: Parsed): readonly ValidationDetail[] {
  return parsed.status === 'malformed' ? parsed.issues : [];
}
