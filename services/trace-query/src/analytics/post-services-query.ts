import { type Route, readJsonObject } from '@spanhouse/api-kit';
import { drainStream } from '@spanhouse/service-runtime';
import { serviceMapRequestSchema } from '@spanhouse/span-schema/api';
import { readRoute } from '../http/read-handler.js';
import { JsonItems, JsonMembers } from '../http/send-json.js';
import { parseQueryMembers } from '../requests/parse-query-body.js';
import { type AnalyticsServices, measuredAnalytics } from './analytics-services.js';
import { CallMap } from './call-map.js';

/** Shows the calls between services in the newest traces with a matching span. */
export function postServicesQuery(services: AnalyticsServices): Route {
  const { settings, snapshots } = services;
  return readRoute(services, 'POST /spans/services/query', {
    mirrored: false,
    kind: 'analytics',
    async parse(req) {
      const body = await readJsonObject(req, { limitBytes: settings.bodyLimitBytes });
      return parseQueryMembers(body, serviceMapRequestSchema);
    },
    async answer({ selection, members: { by, max_traces } }, context) {
      const { signal, reader, principal, atLeast, tellVisible } = context;
      const snapshot = await snapshots.current(atLeast, tellVisible);
      const { project_id } = principal;
      const selected = { ...selection, project_id, snapshot, order: 'descending' } as const;
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
      const matched = hasMore
        ? await measuredAnalytics(services, context).countTraces(selected, signal)
        : read;
      return new JsonMembers({
        traces: { read, matched },
        nodes: new JsonItems(map.nodes()),
        edges: new JsonItems(map.edges()),
      });
    },
  });
}
