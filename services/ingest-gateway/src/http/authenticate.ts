import type { Authenticate, Principal } from '@spanhouse/catalog';
import {
  type HttpRequest,
  type HttpResponse,
  limitRate,
  type RateLimiter,
} from '@spanhouse/service-runtime';

/** Who sends a request that writes. Rejects with what becomes a 401, 403, 429 or 503. */
export type AuthenticateRequest = (req: HttpRequest, res: HttpResponse) => Promise<Principal>;

export function createRequestAuthentication(
  authenticate: Authenticate,
  rateLimiter: RateLimiter | undefined,
): AuthenticateRequest {
  return async (req, res) => {
    const principal = await authenticate(req.headers.authorization, { need: 'edit_spans' });
    limitRate(rateLimiter, principal.project_id, res);
    return principal;
  };
}

/** The same for transports without response headers. */
export function withRateLimit(
  authenticate: Authenticate,
  rateLimiter: RateLimiter | undefined,
): Authenticate {
  return async (authorization, request) => {
    const principal = await authenticate(authorization, request);
    limitRate(rateLimiter, principal.project_id);
    return principal;
  };
}
