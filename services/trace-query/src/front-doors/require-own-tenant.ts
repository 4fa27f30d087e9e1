import { HttpProblem, type HttpRequest, type HttpResponse } from '@spanhouse/api-kit';
import type { Catalog, Principal } from '@spanhouse/catalog';

const foreignTenant = 'X-Scope-OrgID names another project than the key.';

type Authenticate<Need> = (req: HttpRequest, res: HttpResponse, need: Need) => Promise<Principal>;

/**
 * Adds a check of the tenant header that Tempo clients send. The key alone determines the project, and the tenant must
 * be the project's id or name. Open mode has only one project and ignores the header.
 */
export function requireOwnTenant<Need>(
  authenticate: Authenticate<Need>,
  catalog: Pick<Catalog, 'getProject'>,
): Authenticate<Need> {
  return async (req, res, need) => {
    const principal = await authenticate(req, res, need);
    const { key, project_id } = principal;
    const tenant = req.headers['x-scope-orgid'];
    if (key !== undefined && tenant !== undefined && tenant !== project_id) {
      const project = await catalog.getProject(project_id);
      if (project?.name !== tenant) {
        throw new HttpProblem(403, { detail: foreignTenant });
      }
    }
    return principal;
  };
}
