import type { ValidationDetail } from '@spanhouse/span-schema';

/** The request does not have the required form: a 422 with these entries; see docs/api/errors.md. */
export interface UnprocessableRequest {
  status: 'unprocessable';
  detail: ValidationDetail[];
}

/** The request breaks a rule about its content: a 400 with this text. */
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
 * Maximum faults of a request. A fault takes a few hundred bytes of memory, and two bytes of the body are enough to
 * cause it (`[1,1,1,…]`). A real body has far fewer faults; a body with more is refused as a whole.
 */
export const MAX_FAULTS = 10_000;

/** The 422 of a request with more than MAX_FAULTS faults. */
export const tooManyFaults: UnprocessableRequest = unprocessable({
  type: 'too_many_invalid_spans',
  loc: ['body'],
  msg: `More than ${MAX_FAULTS} entries are no valid spans`,
});
