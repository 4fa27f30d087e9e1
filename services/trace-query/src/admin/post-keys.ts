import { createKeyText, PERMISSIONS } from '@spanhouse/catalog';
import { parseJsonRequest, type Route, unprocessable } from '@spanhouse/service-runtime';
import { parseText } from '../http/read-json-body.js';
import { createKeyRequest } from './admin-schemas.js';
import { type AdminServices, forAdmins } from './admin-services.js';

/** Makes a key of a project; its text is in this answer and nowhere else. */
export function postKeys(services: AdminServices): Route {
  const { catalog, bodyLimitBytes: limitBytes } = services;
  const handler = forAdmins(services, async (req, res) => {
    const body = await parseJsonRequest(req, { schema: createKeyRequest, parseText, limitBytes });
    const { project_id, name = null, permissions } = body;
    const { text, ...fingerprint } = createKeyText();
    const key = await catalog.createKey({
      ...{ ...fingerprint, project_id, name },
      permissions: PERMISSIONS.filter((permission) => permissions?.includes(permission) ?? true),
    });
    if (key === undefined) throw unprocessable([unknownProject(project_id)]);
    const { key_id, permissions: granted } = key;
    res.status(201).json({ id: key_id, key: text, project_id, permissions: granted });
  });
  return { method: 'POST', path: '/admin/keys', handler };
}

function unknownProject(project_id: string) {
  const msg = 'Value error, There is no such project.';
  return { type: 'value_error', loc: ['body', 'project_id'], msg, input: project_id };
}
