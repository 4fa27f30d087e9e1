import type { SavedQueryLevel } from '@spanhouse/catalog';
import type { HttpRequest, Route } from '@spanhouse/service-runtime';
import { writeWindow } from '../http/write-answer.js';
import type { ShownWindow } from '../query/list-request.js';
import { listEntities } from './list-entities.js';
import {
  type ParsedEntityList,
  parseEntityList,
  parseListQueryString,
} from './parse-entity-list.js';
import {
  readBody,
  type SavedQueryServices,
  savedQueryRoute,
  writeEntity,
} from './saved-query-services.js';
import { listQueriesBody, listRevisionsBody, listVariantsBody } from './schemas.js';
import { showEntity, showSimpleQuery } from './show-entity.js';

export function postQueriesQuery(services: SavedQueryServices): Route {
  return listRoute(services, {
    ...{ path: '/queries/query', level: 'query', name: 'queries' },
    async parse(req, limitBytes) {
      const body = await readBody(req, listQueriesBody, limitBytes);
      const { query: wanted, query_refs: query, ...rest } = body;
      return parseEntityList({ wanted, refs: { query }, ...rest }, parseListQueryString(req));
    },
  });
}

export function postVariantsQuery(services: SavedQueryServices): Route {
  return listRoute(services, {
    ...{ path: '/queries/variants/query', level: 'query_variant', name: 'query_variants' },
    async parse(req, limitBytes) {
      const body = await readBody(req, listVariantsBody, limitBytes);
      const refs = { query: body.query_refs, query_variant: body.query_variant_refs };
      return parseEntityList({ ...body, wanted: body.query_variant, refs });
    },
  });
}

export function postRevisionsQuery(services: SavedQueryServices): Route {
  return listRoute(services, {
    ...{ path: '/queries/revisions/query', level: 'query_revision', name: 'query_revisions' },
    async parse(req, limitBytes) {
      const body = await readBody(req, listRevisionsBody, limitBytes);
      const { query_refs: query, query_variant_refs: query_variant } = body;
      const refs = { query, query_variant, query_revision: body.query_revision_refs };
      return parseEntityList({ ...body, wanted: body.query_revision, refs });
    },
  });
}

export function postSimpleQueriesQuery(services: SavedQueryServices): Route {
  const { settings, savedQueries } = services;
  return savedQueryRoute(services, {
    method: 'POST',
    path: '/simple/queries/query',
    need: 'view_queries',
    async parse(req) {
      const body = await readBody(req, listQueriesBody, settings.bodyLimitBytes);
      return parseEntityList({ ...body, wanted: body.query, refs: { query: body.query_refs } });
    },
    async answer({ filter, windowing }, { principal: { project_id } }) {
      const request = { level: 'query', filter: { ...filter, project_id }, windowing } as const;
      const { items, window } = await listEntities(request, services);
      const simple = await savedQueries.withHeads(project_id, items);
      return writeEntities('queries', { items: simple.map(showSimpleQuery), window });
    },
  });
}

interface EntityList {
  readonly path: string;
  readonly level: SavedQueryLevel;
  readonly name: string;
  parse(req: HttpRequest, limitBytes: number): Promise<ParsedEntityList>;
}

function listRoute(services: SavedQueryServices, { path, level, name, parse }: EntityList): Route {
  return savedQueryRoute(services, {
    ...{ method: 'POST', path, need: 'view_queries' },
    parse: (req) => parse(req, services.settings.bodyLimitBytes),
    async answer({ filter, windowing }, { principal: { project_id } }) {
      const request = { level, filter: { ...filter, project_id }, windowing };
      const { items, window } = await listEntities(request, services);
      return writeEntities(name, { items: items.map(showEntity), window });
    },
  });
}

/** `{"count":n,"<name>":[…],"windowing":…}`. */
export function* writeEntities(
  name: string,
  list: { readonly items: readonly object[]; readonly window?: ShownWindow | undefined },
): Iterable<string> {
  yield `{"count":${list.items.length},"${name}":[`;
  for (const [index, item] of list.items.entries()) {
    yield index === 0 ? writeEntity(item) : `,${writeEntity(item)}`;
  }
  yield `]${writeWindow(list.window)}}`;
}
