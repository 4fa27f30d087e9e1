import type { ValidationDetail } from '@spanhouse/span-schema';

/** A request without the required form. The answer is a 422 with these entries; see docs/api/errors.md. */
export interface UnprocessableRequest {
  status: 'unprocessable';
  detail: ValidationDetail[];
}

/** A request that violates a rule about its content. The answer is a 400 with this text. */
export interface BadRequest {
  status: 'bad_request';
  message: string;
}

/** Returns a 422 with one entry. */
export function unprocessable(entry: ValidationDetail): UnprocessableRequest {
  return { status: 'unprocessable', detail: [entry] };
}

/** Returns a 400 with this text. */
export function badRequest(message: string): BadRequest {
  return { status: 'bad_request', message };
}

/**
 * Maximum number of faults in a request. A fault takes a few hundred bytes of memory, but two bytes of the body can
 * cause it (`[1,1,1,…]`). Real bodies have far fewer faults. A body with more is refused as a whole.
 */
export const MAX_FAULTS = 10_000;

/** The 422 for a request with more than MAX_FAULTS faults. */
export const tooManyFaults: UnprocessableRequest = unprocessable({
  type: 'too_many_invalid_spans',
  loc: ['body'],
  msg: `More than ${MAX_FAULTS} entries are no valid spans`,
});
