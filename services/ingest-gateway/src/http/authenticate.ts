import {
  type HttpMiddleware,
  type HttpResponse,
  limitRate,
  type RateLimiter,
} from '@spanhouse/api-kit';
import type { Authenticate, Principal } from '@spanhouse/catalog';

/**
 * Creates the middleware that resolves the sender of a write and takes a token from the sender's rate limit. It runs
 * before the body is read, so that a refused request costs no memory.
 */
export function authenticateSender(
  authenticate: Authenticate,
  rateLimiter: RateLimiter | undefined,
): HttpMiddleware {
  return async (req, res, next) => {
    const principal = await authenticate(req.headers, { need: 'edit_spans' });
    limitRate(rateLimiter, principal.project_id, res);
    res.locals['principal'] = principal;
    next();
  };
}

/** Returns the sender that `authenticateSender` resolved for the request. */
export function principalOf(res: HttpResponse): Principal {
  return res.locals['principal'] as Principal;
}

/** Adds the rate limit to an authentication function, for transports without response headers. */
export function withRateLimit(
  authenticate: Authenticate,
  rateLimiter: RateLimiter | undefined,
): Authenticate {
  return async (headers, request) => {
    const principal = await authenticate(headers, request);
    limitRate(rateLimiter, principal.project_id);
    return principal;
  };
}
