import { type HttpRequest, type Route, readJsonObject } from '@spanhouse/api-kit';
import { drainStream } from '@spanhouse/service-runtime';
import { toRatePercent } from '@spanhouse/span-schema';
import { serviceMapRequestSchema } from '@spanhouse/span-schema/api';
import type { SpanSelection } from '@spanhouse/trace-store/reader';
import { readRoute } from '../http/read-handler.js';
import { JsonItems, JsonMembers } from '../http/send-json.js';
import { parseQueryMembers } from '../requests/parse-query-body.js';
import { type AnalyticsServices, measuredAnalytics } from './analytics-services.js';
import { CallMap, type MapKind } from './call-map.js';

/** Shows the calls between services in the newest traces that have a matching span. */
export function postServicesQuery(services: AnalyticsServices): Route {
  const { settings, snapshots } = services;
  return readRoute(services, 'POST /spans/services/query', {
    mirrored: false,
    kind: 'analytics',
    parse: (req) => parseServicesQuery(req, { limitBytes: settings.bodyLimitBytes }),
    async answer({ selection, by, maxTraces }, context) {
      const { signal, reader, principal, atLeast, tellVisible } = context;
      const snapshot = await snapshots.current(atLeast, tellVisible);
      const { project_id } = principal;
      const selected = { ...selection, project_id, snapshot, order: 'descending' } as const;
      const map = new CallMap(by);
      let read = 0;
      const hasMore = await drainStream(
        reader.streamCalls(
          { ...selected, limit: maxTraces, after: undefined },
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

/** A parsed request for a map. */
interface ServicesQuery {
  readonly selection: Pick<SpanSelection, 'filter' | 'oldest' | 'newest' | 'ratePercent'>;
  readonly by: MapKind;
  readonly maxTraces: number;
}

/**
 * Reads a request for a map; see docs/api/analytics.md. Throws the 422 that lists every problem of
 * form, or the 400 of a meaningless filter.
 */
async function parseServicesQuery(
  req: HttpRequest,
  { limitBytes }: { readonly limitBytes: number },
): Promise<ServicesQuery> {
  const body = await readJsonObject(req, { limitBytes });
  const { filter, windowing, members } = parseQueryMembers(body, serviceMapRequestSchema);
  const { oldest, newest, rate } = windowing;
  const ratePercent = rate === undefined ? undefined : toRatePercent(rate);
  return {
    selection: { filter, oldest, newest, ratePercent },
    by: members.by,
    maxTraces: members.max_traces,
  };
}
