import { notFound, type Route } from '@spanhouse/service-runtime';
import { type AdminServices, forAdmins, parseUuidOr400 } from './admin-services.js';

/** Revokes a key: at once in this process, in others when they ask the catalog again. */
export function deleteKey(services: AdminServices): Route {
  const { catalog, authenticator } = services;
  const handler = forAdmins(services, async (req, res) => {
    const id = parseUuidOr400(req.params['key_id'], 'Invalid key id.');
    const key = await catalog.revokeKey(id);
    if (key === undefined) throw notFound('There is no such key.');
    authenticator.forget();
    res.json({ id, revoked_at: key.revoked_at });
  });
  return { method: 'DELETE', path: '/admin/keys/:key_id', handler };
}
