import type { Route, TokenSigner } from '@spanhouse/service-runtime';
import type { QueryServices } from '../http/query-services.js';
import {
  postQueries,
  postRevisions,
  postRevisionsCommit,
  postVariants,
  postVariantsFork,
} from './create-routes.js';
import { createEntityCursors } from './entity-cursors.js';
import { entityRoutes } from './entity-routes.js';
import {
  postQueriesQuery,
  postRevisionsQuery,
  postSimpleQueriesQuery,
  postVariantsQuery,
} from './list-routes.js';
import { postRevisionsLog } from './post-revisions-log.js';
import { postRevisionsRetrieve } from './post-revisions-retrieve.js';
import { simpleQueryRoutes } from './simple-query-routes.js';

/** Saved queries: `/queries`, their variants and revisions, and `/simple/queries`. */
export function createSavedQueryRoutes(query: QueryServices, signer: TokenSigner): Route[] {
  const services = { ...query, entityCursors: createEntityCursors(signer) };
  return [
    postQueries(services),
    postQueriesQuery(services),
    postVariants(services),
    postVariantsFork(services),
    postVariantsQuery(services),
    postRevisions(services),
    postRevisionsCommit(services),
    postRevisionsRetrieve(services),
    postRevisionsQuery(services),
    postRevisionsLog(services),
    ...entityRoutes(services),
    ...simpleQueryRoutes(services),
    postSimpleQueriesQuery(services),
  ];
}
