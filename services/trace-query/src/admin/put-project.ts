import { notFound, parseJsonRequest, type Route } from '@spanhouse/api-kit';
import { updateProjectRequestSchema } from '@spanhouse/span-schema/api';
import { type AdminServices, forAdmins, parseUuidOr400 } from './admin-services.js';

/**
 * Changes the name, the retention and the model prices of a project. New retention and prices apply only to spans that
 * arrive later. Members that the request omits stay unchanged.
 */
export function putProject(services: AdminServices): Route {
  const { catalog, authenticator, bodyLimitBytes: limitBytes } = services;
  const schema = updateProjectRequestSchema;
  const handler = forAdmins(services, async (req, res) => {
    const id = parseUuidOr400(req.params['project_id'], 'Invalid project_id.');
    const { name, ...changes } = await parseJsonRequest(req, { schema, limitBytes });
    const named = typeof name === 'string' ? { name } : {};
    const project = await catalog.updateProject(id, { ...named, ...changes });
    if (project === undefined) {
      throw notFound('There is no such project.');
    }
    authenticator.forget();
    const { retention_days, prices } = project;
    res.json({ id, name: project.name, retention_days, prices });
  });
  return { method: 'PUT', path: '/admin/projects/:project_id', handler };
}
