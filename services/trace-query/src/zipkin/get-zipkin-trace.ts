import { notFound, type Route } from '@spanhouse/api-kit';
import { shortTraceId } from '@spanhouse/span-dialects/spans';
import { isUnread, limitTrace } from '../front-doors/limit-trace.js';
import { RawJson } from '../http/send-json.js';
import { parseZipkinTraceId } from './parse-zipkin-trace-ids.js';
import { writeZipkinTrace } from './write-zipkin-trace.js';
import { type ZipkinServices, zipkinRoute } from './zipkin-services.js';

/** Returns the spans of a trace. */
export function getZipkinTrace(services: ZipkinServices): Route {
  return zipkinRoute(services, 'GET /api/v2/trace/:trace_id', {
    kind: 'look_up',
    parse: (req) => parseZipkinTraceId(req.params['trace_id'] ?? ''),
    async answer(trace_id, { reader, principal, costs, signal }) {
      const { project_id } = principal;
      const trace_ids = await services.groups.expand([trace_id], { project_id, reader, signal });
      const ids = { project_id, trace_ids };
      const options = { signal, deadline: 'each' } as const;
      const pieces = await limitTrace(
        () => writeZipkinTrace(reader.streamFoundTraces(ids, options)),
        services.zipkin.traceLimitBytes,
      );
      if (pieces === undefined) {
        throw notFound(`${shortTraceId(trace_id)} not found`);
      }
      costs.isUnderWay = isUnread(pieces);
      return new RawJson(pieces);
    },
  });
}
