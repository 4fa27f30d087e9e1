import type { AccessRequest, Authenticate, Principal } from '@spanhouse/catalog';
import {
  type HttpRequest,
  type HttpResponse,
  limitRate,
  type RateLimiter,
} from '@spanhouse/service-runtime';

/** One of them is enough. */
export type Need = AccessRequest['need'];

/** Who sends a request. Rejects with what becomes a 401, 403, 429 or 503. */
export type AuthenticateRequest = (
  req: HttpRequest,
  res: HttpResponse,
  need: Need,
) => Promise<Principal>;

export function createRequestAuthentication(
  authenticate: Authenticate,
  rateLimiter: RateLimiter | undefined,
): AuthenticateRequest {
  return async (req, res, need) => {
    const principal = await authenticate(req.headers.authorization, { need });
    limitRate(rateLimiter, principal.project_id, res);
    return principal;
  };
}
