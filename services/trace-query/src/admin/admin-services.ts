import { badRequest, type HttpHandler, type RequireAdmin } from '@spanhouse/api-kit';
import type { Authenticator, Catalog } from '@spanhouse/catalog';

/** Services for the admin routes, which are also available in open mode. */
export interface AdminServices {
  readonly catalog: Pick<
    Catalog,
    'createAccounts' | 'createKey' | 'listKeys' | 'listProjects' | 'revokeKey' | 'updateProject'
  >;
  /** Discards cached credentials, so that this process applies a changed key immediately. */
  readonly authenticator: Pick<Authenticator, 'forget'>;
  readonly requireAdmin: RequireAdmin;
  readonly bodyLimitBytes: number;
}

/**
 * Returns a handler that checks the admin key before it reads the request. The handler forbids caching of its
 * responses, because they may contain secrets.
 */
export function forAdmins({ requireAdmin }: AdminServices, handler: HttpHandler): HttpHandler {
  return async (req, res) => {
    requireAdmin(req.headers.authorization);
    res.set('cache-control', 'no-store');
    await handler(req, res);
  };
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the UUID in lower case. Throws a 400 with the message `refusal` if the string is not a UUID. */
export function parseUuidOr400(text: string | undefined, refusal: string): string {
  const uuid = text?.toLowerCase() ?? '';
  if (!uuidPattern.test(uuid)) {
    throw badRequest(refusal);
  }
  return uuid;
}
