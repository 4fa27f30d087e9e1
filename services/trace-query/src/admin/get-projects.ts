import type { Route } from '@spanhouse/api-kit';
import type { ListedProject, ProjectPage } from '@spanhouse/catalog';
import type { TokenSigner } from '@spanhouse/service-runtime';
import { listProjectsQuerySchema } from '@spanhouse/span-schema/api';
import { createTokens, positionOr400, text } from '../paging/token.js';
import { parseOr422 } from '../requests/parse-or-422.js';
import { type AdminServices, forAdmins } from './admin-services.js';

/** Lists the projects, sorted by name; see docs/api/limits.md. */
export function getProjects(services: AdminServices, signer: TokenSigner): Route {
  const members = { name: text, project_id: text };
  const tokens = createTokens<Position>(signer, 'project-cursor', members);
  const handler = forAdmins(services, async (req, res) => {
    const query = parseOr422(listProjectsQuerySchema, req.query, ['query']);
    const { prefix, limit, next } = query;
    const after = next === undefined ? undefined : positionOr400(tokens.decode(next));
    const found = await services.catalog.listProjects({ prefix, after, limit: limit + 1 });
    const projects = found.slice(0, limit);
    const last = projects.at(-1);
    const hasMore = found.length > limit && last !== undefined;
    res.json({
      count: projects.length,
      projects: projects.map(toShownProject),
      ...(hasMore && { next: tokens.encode(last) }),
    });
  });
  return { method: 'GET', path: '/admin/projects', handler };
}

type Position = NonNullable<ProjectPage['after']>;

function toShownProject({ project_id, name, retention_days, created_at, keys }: ListedProject) {
  return { id: project_id, name, retention_days, created_at, keys };
}
