import { badRequest, badRequestAt, type HttpRequest } from '@spanhouse/api-kit';
import { type Location, parseSpanId, parseTraceId } from '@spanhouse/span-schema';
import { MAX_IDS } from '@spanhouse/span-schema/api';

export const invalidTraceId = 'Invalid trace_id.';
/** Error message for an invalid trace id. Clients expect it without a full stop. */
export const invalidTraceToDelete = 'Invalid trace_id';
export const invalidSpanLookUp = 'Invalid trace_id or span_id.';

/** Returns a trace id in its stored form. Throws a 400 with the message `refusal` if the id is invalid. */
export function parseTraceIdOr400(text: string | undefined, refusal: string): string {
  const id = parseTraceId(text);
  if (id === undefined) {
    throw badRequestAt(['trace_id'], refusal);
  }
  return id;
}

/** Returns a span id in its stored form. Throws a 400 with the message `refusal` if the id is invalid. */
export function parseSpanIdOr400(
  text: string | undefined,
  refusal: string,
  loc: Location = ['span_id'],
): string {
  const id = parseSpanId(text);
  if (id === undefined) {
    throw badRequestAt(loc, refusal);
  }
  return id;
}

/**
 * Returns the ids from a repeatable parameter and from its comma-separated plural, such as `trace_id` and `trace_ids`.
 */
export function idTexts(req: HttpRequest, name: 'trace_id' | 'span_id'): readonly string[] {
  const single = textsOf(req, name);
  const listed = textsOf(req, `${name}s`).flatMap((text) => text.split(','));
  return [...single, ...listed.map((text) => text.trim()).filter((text) => text !== '')];
}

/** Throws a 400 if a look-up contains too many ids. */
export function refuseTooMany(...lists: readonly (readonly string[])[]): void {
  const total = lists.reduce((sum, ids) => sum + ids.length, 0);
  if (total > MAX_IDS) {
    throw badRequest('Too many ids.');
  }
}

/** Returns all values of a repeatable parameter. */
function textsOf(req: HttpRequest, name: string): string[] {
  return [req.query[name]].flat().filter((value) => typeof value === 'string');
}
