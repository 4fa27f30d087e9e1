import type { ValidationDetail } from '@spanhouse/span-schema';

/** A request that does not have the required form. The response is a 422 with these entries; see docs/api/errors.md. */
export interface UnprocessableRequest {
  status: 'unprocessable';
  detail: ValidationDetail[];
}

/** A request that violates a rule about its content. The response is a 400 with this message. */
export interface BadRequest {
  status: 'bad_request';
  message: string;
}

/** Returns the outcome for a 422 response with one entry. */
export function unprocessable(entry: ValidationDetail): UnprocessableRequest {
  return { status: 'unprocessable', detail: [entry] };
}

/** Returns the outcome for a 400 response with this message. */
export function badRequest(message: string): BadRequest {
  return { status: 'bad_request', message };
}

/**
 * Maximum number of faults in a request. The limit is needed because two bytes of the body can cause a fault
 * (`[1,1,1,…]`), which takes a few hundred bytes of memory. Real bodies have far fewer faults. A body with more faults
 * is refused as a whole.
 */
export const MAX_FAULTS = 10_000;

/** The 422 response to a request with more than MAX_FAULTS faults. */
export const tooManyFaults: UnprocessableRequest = unprocessable({
  type: 'too_many_invalid_spans',
  loc: ['body'],
  msg: `More than ${MAX_FAULTS} entries are no valid spans`,
});
