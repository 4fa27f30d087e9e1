import {
  type HttpMiddleware,
  type HttpRequest,
  type HttpResponse,
  limitRate,
  type RateLimiter,
} from '@spanhouse/api-kit';
import type { AccessRequest, Authenticate, Principal } from '@spanhouse/catalog';

/** Permissions that grant access to a route. A caller needs at least one of them. */
export type Need = AccessRequest['need'];

/** Resolves with the caller of a request. Rejects with an error that is returned as 401, 403, 429 or 503. */
export type AuthenticateRequest = (
  req: HttpRequest,
  res: HttpResponse,
  need: Need,
) => Promise<Principal>;

/** Creates the function that authenticates requests. Every request counts towards the rate limit of its project. */
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

/** Creates the middleware that refuses callers without one of the permissions. */
export function requirePrincipal(authenticate: AuthenticateRequest, need: Need): HttpMiddleware {
  return async (req, res, next) => {
    res.locals['principal'] = await authenticate(req, res, need);
    next();
  };
}

/** Returns the caller that `requirePrincipal` has stored for this response. */
export function principalOf(res: HttpResponse): Principal {
  return res.locals['principal'] as Principal;
}
