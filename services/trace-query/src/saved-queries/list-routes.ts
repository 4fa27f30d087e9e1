import type { HttpRequest, Route } from '@spanhouse/api-kit';
import type { SavedQueryLevel } from '@spanhouse/catalog';
import { shownWindow } from '../http/list-answer.js';
import { type Answer, JsonItems, JsonMembers } from '../http/send-json.js';
import type { ShownWindow } from '../paging/list-request.js';
import { parseBody } from '../requests/parse-or-422.js';
import { listEntities } from './list-entities.js';
import {
  type ParsedEntityList,
  parseEntityList,
  parseListQueryString,
} from './parse-entity-list.js';
import { type SavedQueryServices, savedQueryRoute } from './saved-query-services.js';
import { listQueriesBody, listRevisionsBody, listVariantsBody } from './schemas.js';
import { showEntity, showSimpleQuery } from './show-entity.js';

/** Lists queries. Their conditions may also be given in the query string. */
export function postQueriesQuery(services: SavedQueryServices): Route {
  return listRoute(services, {
    path: '/queries/query',
    level: 'query',
    name: 'queries',
    async parse(req, limitBytes) {
      const body = await parseBody(req, listQueriesBody, limitBytes);
      const { query: wanted, query_refs: query, ...rest } = body;
      return parseEntityList({ wanted, refs: { query }, ...rest }, parseListQueryString(req));
    },
  });
}

/** Lists variants. */
export function postVariantsQuery(services: SavedQueryServices): Route {
  return listRoute(services, {
    path: '/queries/variants/query',
    level: 'query_variant',
    name: 'query_variants',
    async parse(req, limitBytes) {
      const body = await parseBody(req, listVariantsBody, limitBytes);
      const refs = { query: body.query_refs, query_variant: body.query_variant_refs };
      return parseEntityList({ ...body, wanted: body.query_variant, refs });
    },
  });
}

/** Lists revisions. */
export function postRevisionsQuery(services: SavedQueryServices): Route {
  return listRoute(services, {
    path: '/queries/revisions/query',
    level: 'query_revision',
    name: 'query_revisions',
    async parse(req, limitBytes) {
      const body = await parseBody(req, listRevisionsBody, limitBytes);
      const { query_refs: query, query_variant_refs: query_variant } = body;
      const refs = { query, query_variant, query_revision: body.query_revision_refs };
      return parseEntityList({ ...body, wanted: body.query_revision, refs });
    },
  });
}

/** Lists queries together with the data of their latest revision. */
export function postSimpleQueriesQuery(services: SavedQueryServices): Route {
  const { settings, savedQueries } = services;
  return savedQueryRoute(services, 'POST /simple/queries/query', {
    need: 'view_queries',
    async parse(req) {
      const body = await parseBody(req, listQueriesBody, settings.bodyLimitBytes);
      return parseEntityList({ ...body, wanted: body.query, refs: { query: body.query_refs } });
    },
    async answer({ filter, windowing }, { principal: { project_id } }) {
      const request = { level: 'query', filter: { ...filter, project_id }, windowing } as const;
      const { items, window } = await listEntities(request, services);
      const simple = await savedQueries.withHeads(project_id, items);
      return answerList('queries', { items: simple.map(showSimpleQuery), window });
    },
  });
}

/** A list of entities of one level, and the name of the list in the answer. */
interface EntityList {
  readonly path: `/${string}`;
  readonly level: SavedQueryLevel;
  readonly name: string;
  parse(req: HttpRequest, limitBytes: number): Promise<ParsedEntityList>;
}

function listRoute(services: SavedQueryServices, { path, level, name, parse }: EntityList): Route {
  return savedQueryRoute(services, `POST ${path}`, {
    need: 'view_queries',
    parse: (req) => parse(req, services.settings.bodyLimitBytes),
    async answer({ filter, windowing }, { principal: { project_id } }) {
      const request = { level, filter: { ...filter, project_id }, windowing };
      const { items, window } = await listEntities(request, services);
      return answerList(name, { items: items.map(showEntity), window });
    },
  });
}

/** Answers with a list of entities: `{"count":n,"<name>":[…],"windowing":…}`. */
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
