import type { Route } from '@spanhouse/api-kit';
import type { SavedQueryLevel } from '@spanhouse/catalog';
import { editQuerySchema, editRevisionSchema, editVariantSchema } from '@spanhouse/span-schema/api';
import {
  answerOne,
  pathIdOr422,
  readWrite,
  type SavedQueryServices,
  savedQueryRoute,
} from './saved-query-services.js';
import { toDetailsChanges } from './sent-details.js';
import { showEntity } from './show-entity.js';

/** Creates the routes that are the same for all kinds of entities: GET and PUT by id, archive and unarchive. */
export function entityRoutes(services: SavedQueryServices): Route[] {
  return levels.flatMap((level) => [
    getEntity(services, level),
    putEntity(services, level),
    archiveEntity(services, level, 'archive'),
    archiveEntity(services, level, 'unarchive'),
  ]);
}

interface EntityLevel {
  readonly level: SavedQueryLevel;
  readonly path: `/${string}`;
  readonly schema: typeof editQuerySchema | typeof editVariantSchema | typeof editRevisionSchema;
}

const levels: readonly EntityLevel[] = [
  { level: 'query', path: '/queries', schema: editQuerySchema },
  { level: 'query_variant', path: '/queries/variants', schema: editVariantSchema },
  { level: 'query_revision', path: '/queries/revisions', schema: editRevisionSchema },
];

function getEntity(services: SavedQueryServices, { level, path }: EntityLevel): Route {
  return savedQueryRoute(services, `GET ${path}/:${level}_id`, {
    need: 'view_queries',
    parse: (req) => pathIdOr422(req, `${level}_id`),
    async answer(id, { principal }) {
      const entity = await services.savedQueries.find(level, principal.project_id, { id });
      return answerOne(level, entity && showEntity(entity));
    },
  });
}

/** Changes the details of an entity. Changes nothing if the id in the body differs from the id in the path. */
function putEntity(services: SavedQueryServices, { level, path, schema }: EntityLevel): Route {
  return savedQueryRoute(services, `PUT ${path}/:${level}_id`, {
    need: 'edit_queries',
    async parse(req) {
      const id = pathIdOr422(req, `${level}_id`);
      const body: Partial<Record<SavedQueryLevel, Sent>> = await readWrite(req, schema, services);
      return { id, sent: body[level] ?? {} };
    },
    async answer({ id, sent }, { principal }) {
      if (sent.id !== id) {
        return answerOne(level, undefined);
      }
      const change = { id, details: toDetailsChanges(sent) };
      const entity = await services.savedQueries.edit(level, principal, change);
      return answerOne(level, entity && showEntity(entity));
    },
  });
}

type Sent = Parameters<typeof toDetailsChanges>[0] & { readonly id?: string | null | undefined };

/** Hides an entity from lists, or shows it again. Look-ups by id always find the entity. */
function archiveEntity(
  services: SavedQueryServices,
  { level, path }: EntityLevel,
  verb: 'archive' | 'unarchive',
): Route {
  return savedQueryRoute(services, `POST ${path}/:${level}_id/${verb}`, {
    need: 'edit_queries',
    parse: (req) => pathIdOr422(req, `${level}_id`),
    async answer(id, { principal }) {
      const change = { id, isArchived: verb === 'archive' };
      const entity = await services.savedQueries.setArchived(level, principal, change);
      return answerOne(level, entity && showEntity(entity));
    },
  });
}
