import {
  type HttpMiddleware,
  type HttpRequest,
  type HttpResponse,
  limitRate,
  type RateLimiter,
} from '@spanhouse/api-kit';
import type { AccessRequest, Authenticate, Principal } from '@spanhouse/catalog';

/** The permissions that a route accepts; one of them is enough. */
export type Need = AccessRequest['need'];

/** Resolves the caller of a request. Rejects with an error that becomes a 401, 403, 429 or 503. */
export type AuthenticateRequest = (
  req: HttpRequest,
  res: HttpResponse,
  need: Need,
) => Promise<Principal>;

/**
 * Creates the authentication of requests. Every request counts towards the rate limit of its
 * project.
 */
export function createRequestAuthentication(
  authenticate: Authenticate,
  rateLimiter: RateLimiter | undefined,
): AuthenticateRequest {
  return async (req, res, need) => {
    const principal = await authenticate(req.headers, { need });
    limitRate(rateLimiter, principal.project_id, res);
    return principal;
  };
}

/** Creates the middleware that refuses a caller without a permission. */
export function requirePrincipal(authenticate: AuthenticateRequest, need: Need): HttpMiddleware {
  return async (req, res, next) => {
    res.locals['principal'] = await authenticate(req, res, need);
    next();
  };
}

/** Returns the caller that `requirePrincipal` resolved for the request of this response. */
export function principalOf(res: HttpResponse): Principal {
  return res.locals['principal'] as Principal;
}
