import type { Route } from '@spanhouse/api-kit';
import { parseTraceId } from '@spanhouse/span-schema';
import { readRoute } from '../http/read-handler.js';
import { nothingFound } from '../http/send-json.js';
import type { ListServices } from '../lists/list-services.js';
import { deleteRoutes } from './delete-routes.js';
import type { EditServices } from './edit-services.js';
import { patchSimpleTrace } from './patch-simple-trace.js';
import { postSimpleTracesQuery } from './post-simple-traces-query.js';
import { lookUpSimpleTrace, viewSimpleTrace } from './view-simple-trace.js';

/**
 * Creates the routes for deleting traces, and for reading and editing simple traces. Simple traces are created by the
 * gateway.
 */
export function createEditRoutes(services: EditServices): readonly Route[] {
  return [
    ...deleteRoutes(services),
    getSimpleTrace(services),
    patchSimpleTrace(services),
    postSimpleTracesQuery(services),
  ];
}

/** Returns one simple trace. An invalid id is treated as unknown. */
function getSimpleTrace(services: ListServices): Route {
  return readRoute(services, 'GET /simple/traces/:trace_id', {
    kind: 'look_up',
    parse: ({ params }) => parseTraceId(params['trace_id']),
    async answer(trace_id, { principal, reader, signal }) {
      if (trace_id === undefined) {
        return nothingFound;
      }
      const { project_id } = principal;
      const root = await lookUpSimpleTrace({ project_id, trace_id }, reader, signal);
      return root === undefined ? nothingFound : { count: 1, trace: viewSimpleTrace(root) };
    },
  });
}
