import type { Route } from '@spanhouse/api-kit';
import type { SavedQuery } from '@spanhouse/catalog';
import { createSimpleQuerySchema, editSimpleQuerySchema } from '@spanhouse/span-schema/api';
import { type Answer, nothingFound } from '../http/send-json.js';
import {
  answerOne,
  pathIdOr422,
  readWrite,
  revisionDataOr422,
  type SavedQueryServices,
  savedQueryRoute,
  taken,
} from './saved-query-services.js';
import { toDetails, toDetailsChanges } from './sent-details.js';
import { showSimpleQuery, showWrittenSimpleQuery } from './show-entity.js';

/**
 * Creates the routes of `/simple/queries`. A simple query combines a query with its only variant and its latest
 * revision.
 */
export function simpleQueryRoutes(services: SavedQueryServices): Route[] {
  return [
    postSimpleQueries(services),
    getSimpleQuery(services),
    putSimpleQuery(services),
    archiveSimpleQuery(services, 'archive'),
    archiveSimpleQuery(services, 'unarchive'),
  ];
}

function postSimpleQueries(services: SavedQueryServices): Route {
  return savedQueryRoute(services, 'POST /simple/queries/', {
    need: 'edit_queries',
    async parse(req) {
      const { query } = await readWrite(req, createSimpleQuerySchema, services);
      return { query, data: revisionDataOr422(query.data, 'query') };
    },
    async answer({ query, data }, { principal }) {
      const { slug } = query;
      if (typeof slug !== 'string') {
        return nothingFound;
      }
      const made = { slug, details: toDetails(query), data };
      const outcome = await services.savedQueries.createSimple(principal, made);
      if (outcome.status === 'taken') {
        throw taken('slug', slug);
      }
      const simple = outcome.status === 'created' ? outcome.entity : undefined;
      return answerOne('query', simple && showWrittenSimpleQuery(simple));
    },
  });
}

function getSimpleQuery(services: SavedQueryServices): Route {
  const { savedQueries } = services;
  return savedQueryRoute(services, 'GET /simple/queries/:query_id', {
    need: 'view_queries',
    parse: (req) => pathIdOr422(req, 'query_id'),
    async answer(id, { principal: { project_id } }) {
      const query = await savedQueries.find('query', project_id, { id });
      return await answerSimple(services, project_id, query);
    },
  });
}

/** Commits a new revision. If the body has no `data`, the new revision has the data of the previous one. */
function putSimpleQuery(services: SavedQueryServices): Route {
  return savedQueryRoute(services, 'PUT /simple/queries/:query_id', {
    need: 'edit_queries',
    async parse(req) {
      const id = pathIdOr422(req, 'query_id');
      const { query } = await readWrite(req, editSimpleQuerySchema, services);
      const data = revisionDataOr422(query.data, 'query') ?? null;
      return { id, query, data: query.data === undefined ? undefined : data };
    },
    async answer({ id, query, data }, { principal }) {
      if (query.id !== id) {
        return nothingFound;
      }
      const change = { id, details: toDetailsChanges(query), data };
      const simple = await services.savedQueries.editSimple(principal, change);
      return answerOne('query', simple && showWrittenSimpleQuery(simple));
    },
  });
}

function archiveSimpleQuery(services: SavedQueryServices, verb: 'archive' | 'unarchive'): Route {
  const { savedQueries } = services;
  return savedQueryRoute(services, `POST /simple/queries/:query_id/${verb}`, {
    need: 'edit_queries',
    parse: (req) => pathIdOr422(req, 'query_id'),
    async answer(id, { principal }) {
      const change = { id, isArchived: verb === 'archive' };
      const query = await savedQueries.setArchived('query', principal, change);
      return await answerSimple(services, principal.project_id, query);
    },
  });
}

/** Answers with a query and the data of its latest revision. */
async function answerSimple(
  { savedQueries }: SavedQueryServices,
  projectId: string,
  query: SavedQuery | undefined,
): Promise<Answer> {
  const [simple] = await savedQueries.withHeads(projectId, query ? [query] : []);
  return answerOne('query', simple && showSimpleQuery(simple));
}
