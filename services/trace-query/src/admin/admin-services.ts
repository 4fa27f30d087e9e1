import { badRequest, type HttpHandler, type RequireAdmin } from '@spanhouse/api-kit';
import type { Authenticator, Catalog } from '@spanhouse/catalog';

/** Services of the admin routes, which answer in open mode, too. */
export interface AdminServices {
  readonly catalog: Pick<
    Catalog,
    'createAccounts' | 'createKey' | 'listKeys' | 'listProjects' | 'revokeKey' | 'updateProject'
  >;
  /** Forgets cached credentials, so that a change applies at once in this process. */
  readonly authenticator: Pick<Authenticator, 'forget'>;
  readonly requireAdmin: RequireAdmin;
  readonly bodyLimitBytes: number;
}

/**
 * Checks the admin key before anything else of a request is read. Answers may contain secrets, so
 * they are never cached.
 */
export function forAdmins({ requireAdmin }: AdminServices, handler: HttpHandler): HttpHandler {
  return async (req, res) => {
    requireAdmin(req.headers.authorization);
    res.set('cache-control', 'no-store');
    await handler(req, res);
  };
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Returns the UUID in lower case; throws a 400 with the text `refusal` if the text is not a UUID.
 */
export function parseUuidOr400(text: string | undefined, refusal: string): string {
  const uuid = text?.toLowerCase() ?? '';
  if (!uuidPattern.test(uuid)) {
    throw badRequest(refusal);
  }
  return uuid;
}
