import type { Route } from '@spanhouse/api-kit';
import { deleteRoutes } from './delete-routes.js';
import type { EditServices } from './edit-services.js';
import { getSimpleTrace } from './get-simple-trace.js';
import { patchSimpleTrace } from './patch-simple-trace.js';
import { postSimpleTracesQuery } from './post-simple-traces-query.js';

/**
 * Creates the routes that delete traces, and the routes of simple traces except their creation, which the gateway
 * serves.
 */
export function createEditRoutes(services: EditServices): readonly Route[] {
  return [
    ...deleteRoutes(services),
    getSimpleTrace(services),
    patchSimpleTrace(services),
    postSimpleTracesQuery(services),
  ];
}
