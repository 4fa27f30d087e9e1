import type { Route } from '@spanhouse/api-kit';
import { readTraces } from '../front-doors/dialect-routes.js';
import { holdBack } from '../http/list-answer.js';
import type { ReadContext } from '../http/read-handler.js';
import { type Answer, RawJson } from '../http/send-json.js';
import { parseSearch } from './parse-zipkin-search.js';
import { parseTraceIds } from './parse-zipkin-trace-ids.js';
import { searchTraces } from './search-zipkin-traces.js';
import type { TraceGroups } from './trace-groups.js';
import { writeZipkinTraces } from './write-zipkin-trace.js';
import type { ZipkinServices } from './zipkin-services.js';

/** Creates the route that searches for traces. The answer contains whole traces, newest first. */
export function getZipkinTraces(services: ZipkinServices): Route {
  return services.read('GET /api/v2/traces', {
    kind: 'traces',
    parse: (req) => parseSearch(req, services.clock.nowMs()),
    async answer({ query, ...range }, context) {
      const { groups } = services;
      const store = { ...(await services.open(context)), groups };
      return sendTraces(await searchTraces(query, range, store), context, groups);
    },
  });
}

/** Creates the route that returns traces by their ids, in the given order. Unknown ids are skipped. */
export function getTraceMany(services: ZipkinServices): Route {
  return services.read('GET /api/v2/traceMany', {
    kind: 'look_up',
    parse: parseTraceIds,
    answer: (trace_ids, context) => sendTraces(trace_ids, context, services.groups),
  });
}

async function sendTraces(
  traceIds: readonly string[],
  context: ReadContext,
  { expand, groupOf }: TraceGroups,
): Promise<Answer> {
  const traces = readTraces(await expand(traceIds, context), context);
  return new RawJson(await holdBack(writeZipkinTraces(traces, groupOf), context.costs));
}
