import { type Route, readJsonObject } from '@spanhouse/api-kit';
import { drainStream } from '@spanhouse/service-runtime';
import { serviceMapRequestSchema } from '@spanhouse/span-schema/api';
import { type ReadServices, readRoute } from '../http/read-handler.js';
import { JsonItems, JsonMembers } from '../http/send-json.js';
import { parseQueryMembers } from '../requests/parse-query-body.js';
import { selectStored } from './analytics-services.js';
import { CallMap } from './call-map.js';

/** Returns the calls between services in the newest traces that have a matching span. */
export function postServicesQuery(services: ReadServices): Route {
  return readRoute(services, 'POST /spans/services/query', {
    mirrored: false,
    kind: 'analytics',
    async parse(req, limitBytes) {
      const body = await readJsonObject(req, { limitBytes });
      return parseQueryMembers(body, serviceMapRequestSchema);
    },
    async answer({ selection, members: { by, max_traces } }, context) {
      const { signal, reader, analytics } = context;
      const newestFirst = { ...selection, order: 'descending' } as const;
      const selected = await selectStored(newestFirst, context);
      const map = new CallMap(by);
      let read = 0;
      const hasMore = await drainStream(
        reader.streamCalls(
          { ...selected, limit: max_traces, after: undefined },
          { signal, deadline: 'shared' },
        ),
        (traces) => {
          read += traces.length;
          for (const { nodes } of traces) {
            map.add(nodes);
          }
        },
      );
      const matched = hasMore ? await analytics.countTraces(selected, signal) : read;
      return new JsonMembers({
        traces: { read, matched },
        nodes: new JsonItems(map.nodes()),
        edges: new JsonItems(map.edges()),
      });
    },
  });
}
