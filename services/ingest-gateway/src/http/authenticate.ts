import {
  type HttpRequest,
  type HttpResponse,
  limitRate,
  type RateLimiter,
} from '@spanhouse/api-kit';
import type { Authenticate, Principal } from '@spanhouse/catalog';

/** Resolves the sender of a request that writes. Rejects with the fault of a 401, 403, 429 or 503. */
export type AuthenticateRequest = (req: HttpRequest, res: HttpResponse) => Promise<Principal>;

/**
 * Creates the step that resolves the sender of an HTTP request and takes a token from its rate limit. Routes call it
 * before they read the body, so that a refused sender costs no memory.
 */
export function createRequestAuthentication(
  authenticate: Authenticate,
  rateLimiter: RateLimiter | undefined,
): AuthenticateRequest {
  return async (req, res) => {
    const principal = await authenticate(req.headers, { need: 'edit_spans' });
    limitRate(rateLimiter, principal.project_id, res);
    return principal;
  };
}

/** Adds the rate limit to an authentication, for transports without response headers. */
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
