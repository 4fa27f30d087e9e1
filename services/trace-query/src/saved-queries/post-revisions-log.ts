import type { Route } from '@spanhouse/api-kit';
import type { SavedQueryStore } from '@spanhouse/catalog';
import { logSchema } from '@spanhouse/span-schema/api';
import { parseBody } from '../requests/parse-or-422.js';
import { answerList } from './entity-routes.js';
import { type SavedQueryServices, savedQueryRoute } from './saved-query-services.js';
import { showEntity } from './show-entity.js';

interface Start {
  readonly query_id?: string | null | undefined;
  readonly query_variant_id?: string | null | undefined;
  readonly query_revision_id?: string | null | undefined;
}

/** Lists the history of a variant, newest revision first. */
export function postRevisionsLog(services: SavedQueryServices): Route {
  const { savedQueries, settings } = services;
  return savedQueryRoute(services, 'POST /queries/revisions/log', {
    need: 'view_queries',
    parse: (req, limitBytes) => parseBody(req, logSchema, limitBytes),
    async answer({ query_revisions: { depth, ...sent } }, { principal: { project_id } }) {
      const start = await findStart(savedQueries, project_id, sent);
      if (start === undefined) {
        return answerList('query_revisions', []);
      }
      const limited = { ...start, depth: Math.min(depth ?? settings.maxLimit, settings.maxLimit) };
      const revisions = await savedQueries.log(project_id, limited);
      return answerList('query_revisions', revisions.map(showEntity));
    },
  });
}

/**
 * Finds the newest revision of the history to list. A reference to a revision takes precedence over a reference to a
 * variant, which takes precedence over a reference to a query. A reference to a query means the query's default
 * variant.
 */
async function findStart(
  savedQueries: SavedQueryStore,
  projectId: string,
  { query_id, query_variant_id, query_revision_id }: Start,
): Promise<{ query_variant_id: string; version: string | undefined } | undefined> {
  if (typeof query_revision_id === 'string') {
    return await savedQueries.find('query_revision', projectId, { id: query_revision_id });
  }
  const id =
    query_variant_id ??
    (typeof query_id === 'string'
      ? (await savedQueries.findDefaultVariant(projectId, query_id))?.id
      : undefined);
  return id === undefined ? undefined : { query_variant_id: id, version: undefined };
}
