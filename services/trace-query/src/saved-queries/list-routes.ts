import type { Route } from '@spanhouse/api-kit';
import type { SavedQueryLevel } from '@spanhouse/catalog';
import {
  listQueriesSchema,
  listRevisionsSchema,
  listVariantsSchema,
} from '@spanhouse/span-schema/api';
import { shownWindow } from '../http/list-answer.js';
import { type Answer, JsonItems, JsonMembers } from '../http/send-json.js';
import type { ShownWindow } from '../paging/list-request.js';
import { parseBody } from '../requests/parse-or-422.js';
import { listEntities } from './list-entities.js';
import { noQuery, parseEntityList, parseListQueryString } from './parse-entity-list.js';
import { type SavedQueryServices, savedQueryRoute } from './saved-query-services.js';
import { showEntity, showSimpleQuery } from './show-entity.js';

/** A list of entities of one level, and the name of the list in the answer. */
interface EntityList {
  readonly path: `/${string}`;
  readonly level: SavedQueryLevel;
  readonly name: string;
  readonly schema:
    | typeof listQueriesSchema
    | typeof listVariantsSchema
    | typeof listRevisionsSchema;
}

const lists: readonly EntityList[] = [
  { path: '/queries/query', level: 'query', name: 'queries', schema: listQueriesSchema },
  {
    path: '/queries/variants/query',
    level: 'query_variant',
    name: 'query_variants',
    schema: listVariantsSchema,
  },
  {
    path: '/queries/revisions/query',
    level: 'query_revision',
    name: 'query_revisions',
    schema: listRevisionsSchema,
  },
];

/**
 * Creates the routes that list queries, variants and revisions. The conditions of queries may also be in the query
 * string.
 */
export function listRoutes(services: SavedQueryServices): readonly Route[] {
  return lists.map(({ path, level, name, schema }) =>
    savedQueryRoute(services, `POST ${path}`, {
      need: 'view_queries',
      async parse(req) {
        const body = await parseBody(req, schema, services.settings.bodyLimitBytes);
        const query = level === 'query' ? parseListQueryString(req) : noQuery;
        return parseEntityList(body, level, query);
      },
      async answer({ filter, windowing }, { principal: { project_id }, signal }) {
        const request = { level, filter: { ...filter, project_id }, windowing };
        const { items, windowOf } = await listEntities(request, { ...services, signal });
        return answerList(name, { items: items.map(showEntity), window: windowOf(items.length) });
      },
    }),
  );
}

/** Lists queries together with the data of their latest revision. */
export function postSimpleQueriesQuery(services: SavedQueryServices): Route {
  const { settings, savedQueries } = services;
  return savedQueryRoute(services, 'POST /simple/queries/query', {
    need: 'view_queries',
    async parse(req) {
      const body = await parseBody(req, listQueriesSchema, settings.bodyLimitBytes);
      return parseEntityList(body, 'query', noQuery);
    },
    async answer({ filter, windowing }, { principal: { project_id }, signal }) {
      const request = { level: 'query', filter: { ...filter, project_id }, windowing } as const;
      const { items, windowOf } = await listEntities(request, { ...services, signal });
      const simple = await savedQueries.withHeads(project_id, items);
      const window = windowOf(simple.length);
      return answerList('queries', { items: simple.map(showSimpleQuery), window });
    },
  });
}

/** Answers with a list of entities, `{"count":n,"<name>":[…],"windowing":…}`. */
export function answerList(
  name: string,
  {
    items,
    window,
  }: { readonly items: readonly object[]; readonly window?: ShownWindow | undefined },
): Answer {
  return new JsonMembers({
    count: items.length,
    [name]: new JsonItems(items),
    windowing: shownWindow(window),
  });
}
