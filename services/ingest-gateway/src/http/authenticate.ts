import type { Authenticate, Principal } from '@spanhouse/catalog';
import type { HttpRequest, HttpResponse } from '@spanhouse/service-runtime';

/** Who sends a request that writes. Rejects with what becomes a 401, 403, 429 or 503. */
export type AuthenticateRequest = (req: HttpRequest, res: HttpResponse) => Promise<Principal>;

export function createRequestAuthentication(authenticate: Authenticate): AuthenticateRequest {
  return (req) => authenticate(req.headers.authorization, { need: 'edit_spans' });
}
