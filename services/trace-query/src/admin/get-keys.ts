import type { ApiKey } from '@spanhouse/catalog';
import { type Route, toValidationDetails, unprocessable } from '@spanhouse/service-runtime';
import { listKeysQuery } from './admin-schemas.js';
import { type AdminServices, forAdmins } from './admin-services.js';

/** The keys of a project, without their texts. */
export function getKeys(services: AdminServices): Route {
  const handler = forAdmins(services, async (req, res) => {
    const query = listKeysQuery.safeParse(req.query);
    if (!query.success) {
      throw unprocessable(toValidationDetails(query.error, req.query, ['query']));
    }
    const keys = await services.catalog.listKeys(query.data.project_id);
    res.json({ count: keys.length, keys: keys.map(toShownKey) });
  });
  return { method: 'GET', path: '/admin/keys', handler };
}

function toShownKey({ key_id, prefix, name, permissions, created_at, revoked_at }: ApiKey) {
  return {
    ...{ id: key_id, prefix },
    ...(name !== null && { name }),
    ...{ permissions, created_at },
    ...(revoked_at !== null && { revoked_at }),
  };
}
