import type { Route } from '@spanhouse/api-kit';
import type { TokenSigner } from '@spanhouse/service-runtime';
import type { ListServices } from '../lists/list-services.js';
import {
  postQueries,
  postRevisions,
  postRevisionsCommit,
  postSimpleQueries,
  postVariants,
  postVariantsFork,
} from './create-routes.js';
import { entityRoutes } from './entity-routes.js';
import { createEntityCursors } from './list-entities.js';
import { postRevisionsLog } from './post-revisions-log.js';
import { postRevisionsRetrieve } from './post-revisions-retrieve.js';

/**
 * Creates the saved-query routes (`/queries` with variants and revisions, and `/simple/queries`); see
 * docs/api/saved-queries.md.
 */
export function createSavedQueryRoutes(query: ListServices, signer: TokenSigner): Route[] {
  const { clock, settings } = query;
  const limits = { ...settings, lookBackNs: undefined };
  const cursors = createEntityCursors(signer);
  const services = { ...query, entityPages: { cursors, limits, clock } };
  return [
    postQueries(services),
    postSimpleQueries(services),
    postVariants(services),
    postVariantsFork(services),
    postRevisions(services),
    postRevisionsCommit(services),
    postRevisionsRetrieve(services),
    postRevisionsLog(services),
    ...entityRoutes(services),
  ];
}
