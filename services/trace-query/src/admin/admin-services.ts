import type { Authenticator, Catalog } from '@spanhouse/catalog';
import { badRequest, type HttpHandler, type RequireAdmin } from '@spanhouse/service-runtime';

export interface AdminServices {
  readonly catalog: Pick<
    Catalog,
    'createAccounts' | 'createKey' | 'listKeys' | 'revokeKey' | 'updateProject'
  >;
  /** Told of what changes, so that it counts at once in this process. */
  readonly authenticator: Pick<Authenticator, 'forget'>;
  readonly requireAdmin: RequireAdmin;
  readonly bodyLimitBytes: number;
}

/** Nothing of a request is looked at before its admin key. What is answered may be a secret. */
export function forAdmins({ requireAdmin }: AdminServices, handler: HttpHandler): HttpHandler {
  return async (req, res) => {
    requireAdmin(req.headers.authorization);
    res.set('cache-control', 'no-store');
    await handler(req, res);
  };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Throws a 400 with this text for what is no UUID. */
export function parseUuidOr400(text: string | undefined, refusal: string): string {
  const uuid = text?.toLowerCase() ?? '';
  if (!UUID.test(uuid)) throw badRequest(refusal);
  return uuid;
}
