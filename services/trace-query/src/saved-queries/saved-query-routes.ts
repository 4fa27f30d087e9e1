import type { Route } from '@spanhouse/api-kit';
import type { TokenSigner } from '@spanhouse/service-runtime';
import type { ListServices } from '../lists/list-services.js';
import {
  postQueries,
  postRevisions,
  postRevisionsCommit,
  postVariants,
  postVariantsFork,
} from './create-routes.js';
import { entityRoutes } from './entity-routes.js';
import { createEntityCursors } from './list-entities.js';
import { listRoutes, postSimpleQueriesQuery } from './list-routes.js';
import { postRevisionsLog } from './post-revisions-log.js';
import { postRevisionsRetrieve } from './post-revisions-retrieve.js';
import { simpleQueryRoutes } from './simple-query-routes.js';

/**
 * Creates the routes of saved queries (`/queries`, with variants and revisions) and of `/simple/queries`; see
 * docs/api/saved-queries.md.
 */
export function createSavedQueryRoutes(query: ListServices, signer: TokenSigner): Route[] {
  const services = { ...query, entityCursors: createEntityCursors(signer) };
  return [
    postQueries(services),
    postVariants(services),
    postVariantsFork(services),
    postRevisions(services),
    postRevisionsCommit(services),
    postRevisionsRetrieve(services),
    postRevisionsLog(services),
    ...listRoutes(services),
    ...entityRoutes(services),
    ...simpleQueryRoutes(services),
    postSimpleQueriesQuery(services),
  ];
}
