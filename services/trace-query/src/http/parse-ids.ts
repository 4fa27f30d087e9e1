import { badRequest, type HttpRequest } from '@spanhouse/service-runtime';
import { parseSpanId, parseTraceId } from '@spanhouse/span-schema';

export const INVALID_TRACE_ID = 'Invalid trace_id.';
/** Without a full stop, as this API has it. */
export const INVALID_TRACE_TO_DELETE = 'Invalid trace_id';
export const INVALID_SPAN_LOOK_UP = 'Invalid trace_id or span_id.';

const MAX_IDS = 1000;

/** Throws a 400 with this text when the id does not parse. */
export function parseTraceIdOr400(text: string | undefined, refusal: string): string {
  const id = parseTraceId(text);
  if (id === undefined) throw badRequest(refusal);
  return id;
}

export function parseSpanIdOr400(text: string | undefined, refusal: string): string {
  const id = parseSpanId(text);
  if (id === undefined) throw badRequest(refusal);
  return id;
}

/** The values of a repeatable key and of its comma-separated sister: `trace_id` and `trace_ids`. */
export function idTexts(req: HttpRequest, name: 'trace_id' | 'span_id'): readonly string[] {
  const single = textsOf(req, name);
  const listed = textsOf(req, `${name}s`).flatMap((text) => text.split(','));
  return [...single, ...listed.map((text) => text.trim()).filter((text) => text !== '')];
}

export function refuseTooMany(...lists: readonly (readonly string[])[]): void {
  const total = lists.reduce((sum, ids) => sum + ids.length, 0);
  if (total > MAX_IDS) throw badRequest('Too many ids.');
}

function textsOf(req: HttpRequest, name: string): string[] {
  return [req.query[name]].flat().filter((value) => typeof value === 'string');
}
