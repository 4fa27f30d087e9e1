import type { Route } from '@spanhouse/service-runtime';
import {
  NOTHING,
  pathIdOr422,
  readWrite,
  revisionDataOr422,
  type SavedQueryServices,
  savedQueryRoute,
  slugTaken,
  writeOne,
} from './saved-query-services.js';
import { createSimpleQueryBody, editSimpleQueryBody } from './schemas.js';
import { toDetails, toDetailsChanges } from './sent-details.js';
import { showSimpleQuery, showWrittenSimpleQuery } from './show-entity.js';

export function simpleQueryRoutes(services: SavedQueryServices): Route[] {
  return [
    postSimpleQueries(services),
    getSimpleQuery(services),
    putSimpleQuery(services),
    archiveSimpleQuery(services, { verb: 'archive', isArchived: true }),
    archiveSimpleQuery(services, { verb: 'unarchive', isArchived: false }),
  ];
}

function postSimpleQueries(services: SavedQueryServices): Route {
  return savedQueryRoute(services, {
    method: 'POST',
    path: '/simple/queries/',
    need: 'edit_queries',
    async parse(req) {
      const { query } = await readWrite(req, createSimpleQueryBody, services);
      return { query, data: revisionDataOr422(query.data, 'query') };
    },
    async answer({ query, data }, { principal }) {
      const { slug } = query;
      if (typeof slug !== 'string') return NOTHING;
      const made = { slug, details: toDetails(query), data };
      const outcome = await services.savedQueries.createSimple(principal, made);
      if (outcome.status === 'taken') throw slugTaken(slug);
      const simple = outcome.status === 'created' ? outcome.entity : undefined;
      return writeOne('query', simple && showWrittenSimpleQuery(simple));
    },
  });
}

function getSimpleQuery(services: SavedQueryServices): Route {
  const { savedQueries } = services;
  return savedQueryRoute(services, {
    method: 'GET',
    path: '/simple/queries/:query_id',
    need: 'view_queries',
    parse: (req) => pathIdOr422(req, 'query_id'),
    async answer(id, { principal: { project_id } }) {
      const query = await savedQueries.find('query', project_id, { id });
      const [simple] = await savedQueries.withHeads(project_id, query ? [query] : []);
      return writeOne('query', simple && showSimpleQuery(simple));
    },
  });
}

/** Commits a new revision; without `data` in the body, with the data that is there. */
function putSimpleQuery(services: SavedQueryServices): Route {
  return savedQueryRoute(services, {
    method: 'PUT',
    path: '/simple/queries/:query_id',
    need: 'edit_queries',
    async parse(req) {
      const id = pathIdOr422(req, 'query_id');
      const { query } = await readWrite(req, editSimpleQueryBody, services);
      const data = revisionDataOr422(query.data, 'query') ?? null;
      return { id, query, data: query.data === undefined ? undefined : data };
    },
    async answer({ id, query, data }, { principal }) {
      if (query.id !== id) return NOTHING;
      const change = { id, details: toDetailsChanges(query), data };
      const simple = await services.savedQueries.editSimple(principal, change);
      return writeOne('query', simple && showWrittenSimpleQuery(simple));
    },
  });
}

function archiveSimpleQuery(
  services: SavedQueryServices,
  { verb, isArchived }: { readonly verb: string; readonly isArchived: boolean },
): Route {
  const { savedQueries } = services;
  return savedQueryRoute(services, {
    method: 'POST',
    path: `/simple/queries/:query_id/${verb}`,
    need: 'edit_queries',
    parse: (req) => pathIdOr422(req, 'query_id'),
    async answer(id, { principal }) {
      const query = await savedQueries.setArchived('query', principal, { id, isArchived });
      const [simple] = await savedQueries.withHeads(principal.project_id, query ? [query] : []);
      return writeOne('query', simple && showSimpleQuery(simple));
    },
  });
}
