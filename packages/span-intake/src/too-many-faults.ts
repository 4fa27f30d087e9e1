import { type UnprocessableRequest, unprocessable } from './problem.js';

/**
 * A fault is some hundred bytes and can be had for two: `[1,1,1,…]`. Beyond this number, which no body of real
 * spans comes near, the request is refused as a whole.
 */
export const MAX_FAULTS = 50_000;

export const TOO_MANY_FAULTS: UnprocessableRequest = unprocessable({
  type: 'too_many_invalid_spans',
  loc: ['body'],
  msg: `More than ${MAX_FAULTS} entries are no valid spans`,
});
