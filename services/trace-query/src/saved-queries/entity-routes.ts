import type { Route } from '@spanhouse/api-kit';
import type { SavedQuery, SavedQueryLevel, SavedQueryStore } from '@spanhouse/catalog';
import {
  editQuerySchema,
  editRevisionSchema,
  editSimpleQuerySchema,
  editVariantSchema,
  listQueriesSchema,
  listRevisionsSchema,
  listVariantsSchema,
} from '@spanhouse/span-schema/api';
import { shownWindow } from '../http/list-answer.js';
import { type Answer, JsonItems, JsonMembers, nothingFound } from '../http/send-json.js';
import type { ShownWindow } from '../paging/list-request.js';
import { parseBody } from '../requests/parse-or-422.js';
import { listEntities } from './list-entities.js';
import { noQuery, parseEntityList, parseListQueryString } from './parse-entity-list.js';
import {
  answerOne,
  pathIdOr422,
  readWrite,
  revisionDataOr422,
  type SavedQueryServices,
  savedQueryRoute,
} from './saved-query-services.js';
import {
  showEntity,
  showSimpleQuery,
  showWrittenSimpleQuery,
  toDetailsChanges,
} from './show-entity.js';

/**
 * Creates the routes that every kind of entity has. They read, change, archive and unarchive an entity by id, and list
 * entities.
 */
export function entityRoutes(services: SavedQueryServices): Route[] {
  return [
    ...[...kinds, simpleQueries].flatMap((kind) => [
      getEntity(services, kind),
      archiveEntity(services, kind, 'archive'),
      archiveEntity(services, kind, 'unarchive'),
      listRoute(services, kind),
    ]),
    ...kinds.map((kind) => putEntity(services, kind)),
    putSimpleQuery(services),
  ];
}

/** A kind of entity: its level, the path of its routes, and the name of its lists in answers. */
interface EntityKind {
  readonly level: SavedQueryLevel;
  readonly path: `/${string}`;
  readonly list: string;
  readonly listSchema:
    | typeof listQueriesSchema
    | typeof listVariantsSchema
    | typeof listRevisionsSchema;
  /** True if the query string of the list may contain conditions. */
  readonly hasQueryString?: true;
  /**
   * Converts the entities to the format of answers. If the entities are large, returns only those at the start of the
   * list.
   */
  show(entities: readonly SavedQuery[], projectId: string, store: SavedQueryStore): Shown;
}

type Shown = Promise<readonly object[]> | readonly object[];

interface PlainKind extends EntityKind {
  readonly editSchema:
    | typeof editQuerySchema
    | typeof editVariantSchema
    | typeof editRevisionSchema;
}

const show: EntityKind['show'] = (entities) => entities.map(showEntity);

const kinds: readonly PlainKind[] = [
  {
    level: 'query',
    path: '/queries',
    list: 'queries',
    listSchema: listQueriesSchema,
    editSchema: editQuerySchema,
    hasQueryString: true,
    show,
  },
  {
    level: 'query_variant',
    path: '/queries/variants',
    list: 'query_variants',
    listSchema: listVariantsSchema,
    editSchema: editVariantSchema,
    show,
  },
  {
    level: 'query_revision',
    path: '/queries/revisions',
    list: 'query_revisions',
    listSchema: listRevisionsSchema,
    editSchema: editRevisionSchema,
    show,
  },
];

/** Queries, each shown with the data of its latest revision. */
const simpleQueries: EntityKind = {
  level: 'query',
  path: '/simple/queries',
  list: 'queries',
  listSchema: listQueriesSchema,
  show: async (queries, projectId, store) =>
    (await store.withHeads(projectId, queries)).map(showSimpleQuery),
};

function getEntity(services: SavedQueryServices, { level, path, show }: EntityKind): Route {
  const { savedQueries } = services;
  return savedQueryRoute(services, `GET ${path}/:${level}_id`, {
    need: 'view_queries',
    parse: (req) => pathIdOr422(req, `${level}_id`),
    async answer(id, { principal: { project_id } }) {
      const entity = await savedQueries.find(level, project_id, { id });
      const [shown] = await show(entity ? [entity] : [], project_id, savedQueries);
      return answerOne(level, shown);
    },
  });
}

/**
 * Creates the route that changes the details of an entity. If the id in the body differs from the id in the path,
 * nothing is changed.
 */
function putEntity(services: SavedQueryServices, { level, path, editSchema }: PlainKind): Route {
  return savedQueryRoute(services, `PUT ${path}/:${level}_id`, {
    need: 'edit_queries',
    async parse(req, limitBytes) {
      const id = pathIdOr422(req, `${level}_id`);
      const body: Partial<Record<SavedQueryLevel, Sent>> = await readWrite(
        req,
        editSchema,
        limitBytes,
      );
      return { id, sent: body[level] ?? {} };
    },
    async answer({ id, sent }, { principal }) {
      if (sent.id !== id) {
        return nothingFound;
      }
      const change = { id, details: toDetailsChanges(sent) };
      const entity = await services.savedQueries.edit(level, principal, change);
      return answerOne(level, entity && showEntity(entity));
    },
  });
}

type Sent = Parameters<typeof toDetailsChanges>[0] & { readonly id?: string | null | undefined };

function putSimpleQuery(services: SavedQueryServices): Route {
  return savedQueryRoute(services, 'PUT /simple/queries/:query_id', {
    need: 'edit_queries',
    async parse(req, limitBytes) {
      const id = pathIdOr422(req, 'query_id');
      const { query } = await readWrite(req, editSimpleQuerySchema, limitBytes);
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

/**
 * Creates the route for hiding an entity from lists, or the route for showing it again. Look-ups by id also find hidden
 * entities.
 */
function archiveEntity(
  services: SavedQueryServices,
  { level, path, show }: EntityKind,
  verb: 'archive' | 'unarchive',
): Route {
  const { savedQueries } = services;
  return savedQueryRoute(services, `POST ${path}/:${level}_id/${verb}`, {
    need: 'edit_queries',
    parse: (req) => pathIdOr422(req, `${level}_id`),
    async answer(id, { principal }) {
      const change = { id, isArchived: verb === 'archive' };
      const entity = await savedQueries.setArchived(level, principal, change);
      const [shown] = await show(entity ? [entity] : [], principal.project_id, savedQueries);
      return answerOne(level, shown);
    },
  });
}

function listRoute(services: SavedQueryServices, kind: EntityKind): Route {
  const { level, path, list, listSchema } = kind;
  return savedQueryRoute(services, `POST ${path}/query`, {
    need: 'view_queries',
    async parse(req, limitBytes) {
      const body = await parseBody(req, listSchema, limitBytes);
      return parseEntityList(
        body,
        level,
        kind.hasQueryString ? parseListQueryString(req) : noQuery,
      );
    },
    async answer({ filter, windowing }, { principal: { project_id }, signal }) {
      const request = { level, filter: { ...filter, project_id }, windowing };
      const { items, windowOf } = await listEntities(request, { ...services, signal });
      const shown = await kind.show(items, project_id, services.savedQueries);
      return answerList(list, shown, windowOf(shown.length));
    },
  });
}

/** Returns the answer for a list of entities, `{"count":n,"<name>":[…],"windowing":…}`. */
export function answerList(name: string, items: readonly object[], window?: ShownWindow): Answer {
  return new JsonMembers({
    count: items.length,
    [name]: new JsonItems(items),
    windowing: shownWindow(window),
  });
}
