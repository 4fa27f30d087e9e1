import { badRequest, type Route } from '@spanhouse/api-kit';
import type { ListedProject, ProjectPage } from '@spanhouse/catalog';
import { readTokenPayload, TokenPayloadWriter, type TokenSigner } from '@spanhouse/service-runtime';
import { listProjectsQuerySchema } from '@spanhouse/span-schema/api';
import { parseOr422 } from '../requests/parse-or-422.js';
import { type AdminServices, forAdmins } from './admin-services.js';

const purpose = 'project-cursor';

/** Lists the projects in the order of their names; see docs/api/limits.md. */
export function getProjects(services: AdminServices, signer: TokenSigner): Route {
  const handler = forAdmins(services, async (req, res) => {
    const query = parseOr422(listProjectsQuerySchema, req.query, ['query']);
    const { prefix, limit, next } = query;
    const after = next === undefined ? undefined : decodeOr400(next, signer);
    const found = await services.catalog.listProjects({ prefix, after, limit: limit + 1 });
    const projects = found.slice(0, limit);
    const last = projects.at(-1);
    const hasMore = found.length > limit && last !== undefined;
    res.json({
      count: projects.length,
      projects: projects.map(toShownProject),
      ...(hasMore && { next: encode(last, signer) }),
    });
  });
  return { method: 'GET', path: '/admin/projects', handler };
}

function toShownProject({ project_id, name, retention_days, created_at, keys }: ListedProject) {
  return { id: project_id, name, retention_days, created_at, keys };
}

function encode({ name, project_id }: ListedProject, signer: TokenSigner): string {
  const writer = new TokenPayloadWriter();
  writer.text(name);
  writer.text(project_id);
  return signer.sign(writer.toBytes(), purpose);
}

function decodeOr400(token: string, signer: TokenSigner): ProjectPage['after'] {
  const payload = signer.verify(token, purpose);
  const after =
    payload &&
    readTokenPayload(payload, (reader) => ({ name: reader.text(), project_id: reader.text() }));
  if (after === undefined) {
    throw badRequest("Invalid 'next' token.");
  }
  return after;
}
