import type { Authenticate, Permission, Principal } from '@spanhouse/catalog';
import type { HttpRequest, HttpResponse } from '@spanhouse/service-runtime';

/** One of them is enough. */
export type Need = Permission | readonly Permission[];

/** Who sends a request. Rejects with what becomes a 401, 403, 429 or 503. */
export type AuthenticateRequest = (
  req: HttpRequest,
  res: HttpResponse,
  need: Need,
) => Promise<Principal>;

export function createRequestAuthentication(authenticate: Authenticate): AuthenticateRequest {
  return (req, _res, need) => authenticate(req.headers.authorization, { need });
}
