import type { Route } from '@spanhouse/service-runtime';
import { parseTraceId } from '@spanhouse/span-schema';
import { lookUpSimpleTrace } from '../simple-traces/find-root.js';
import { viewSimpleTrace } from '../simple-traces/view-simple-trace.js';
import type { QueryServices } from './query-services.js';
import { createReadHandler } from './read-handler.js';

/** An id that is none is one that nothing is known of. */
export function getSimpleTrace(services: QueryServices): Route {
  const handler = createReadHandler(services, {
    kind: 'look_up',
    parse: ({ params }) => parseTraceId(params['trace_id']),
    async answer(trace_id, { principal, reader, signal }) {
      if (trace_id === undefined) return ['{"count":0}'];
      const { project_id } = principal;
      const root = await lookUpSimpleTrace({ project_id, trace_id }, reader, signal);
      return root === undefined
        ? ['{"count":0}']
        : ['{"count":1,"trace":', viewSimpleTrace(root), '}'];
    },
  });
  return { method: 'GET', path: '/simple/traces/:trace_id', mirrored: true, handler };
}
