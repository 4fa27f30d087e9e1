import { notFound, parseJsonRequest, type Route, unprocessable } from '@spanhouse/api-kit';
import { type ApiKey, allPermissions, createKeyText } from '@spanhouse/catalog';
import { toValidationDetail, valueError } from '@spanhouse/span-schema';
import { createKeyRequestSchema, listKeysQuerySchema } from '@spanhouse/span-schema/api';
import { parseOr422 } from '../requests/parse-or-422.js';
import { type AdminServices, forAdmins, parseUuidOr400 } from './admin-services.js';

/** Creates a key for a project. Only this response contains the secret. */
export function postKeys(services: AdminServices): Route {
  const { catalog, bodyLimitBytes: limitBytes } = services;
  const handler = forAdmins(services, async (req, res) => {
    const body = await parseJsonRequest(req, { schema: createKeyRequestSchema, limitBytes });
    const { project_id, name = null, permissions } = body;
    const { text, ...fingerprint } = createKeyText();
    const key = await catalog.createKey({
      ...fingerprint,
      project_id,
      name,
      permissions: allPermissions.filter((permission) => permissions?.includes(permission) ?? true),
    });
    if (key === undefined) {
      const unknown = valueError('There is no such project.');
      throw unprocessable([toValidationDetail(unknown, ['body', 'project_id'], project_id)]);
    }
    const { key_id, permissions: granted } = key;
    res.status(201).json({ id: key_id, key: text, project_id, permissions: granted });
  });
  return { method: 'POST', path: '/admin/keys', handler };
}

/** Lists the keys of a project without the secrets. */
export function getKeys(services: AdminServices): Route {
  const handler = forAdmins(services, async (req, res) => {
    const { project_id } = parseOr422(listKeysQuerySchema, req.query, ['query']);
    const keys = await services.catalog.listKeys(project_id);
    res.json({ count: keys.length, keys: keys.map(toShownKey) });
  });
  return { method: 'GET', path: '/admin/keys', handler };
}

function toShownKey({ key_id, prefix, name, permissions, created_at, revoked_at }: ApiKey) {
  return {
    id: key_id,
    prefix,
    ...(name !== null && { name }),
    permissions,
    created_at,
    ...(revoked_at !== null && { revoked_at }),
  };
}

/**
 * Revokes a key. This process refuses the key immediately; other processes refuse it after their next look-up in the
 * catalog.
 */
export function deleteKey(services: AdminServices): Route {
  const { catalog, authenticator } = services;
  const handler = forAdmins(services, async (req, res) => {
    const id = parseUuidOr400(req.params['key_id'], 'Invalid key id.');
    const key = await catalog.revokeKey(id);
    if (key === undefined) {
      throw notFound('There is no such key.');
    }
    authenticator.forget();
    res.json({ id, revoked_at: key.revoked_at });
  });
  return { method: 'DELETE', path: '/admin/keys/:key_id', handler };
}
