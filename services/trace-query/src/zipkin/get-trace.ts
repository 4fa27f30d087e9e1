import { notFound, type Route } from '@spanhouse/api-kit';
import { limitTrace } from '../front-doors/limit-trace.js';
import { RawJson } from '../http/send-json.js';
import { parseZipkinTraceId, shownTraceId } from './parse-trace-ids.js';
import { writeZipkinTrace } from './write-zipkin-trace.js';
import { type ZipkinServices, zipkinRoute } from './zipkin-services.js';

/** Returns the spans of a trace. */
export function getZipkinTrace(services: ZipkinServices): Route {
  return zipkinRoute(services, 'GET /api/v2/trace/:trace_id', {
    kind: 'look_up',
    parse: (req) => parseZipkinTraceId(req.params['trace_id'] ?? ''),
    async answer(trace_id, { reader, principal, costs, signal }) {
      const ids = { project_id: principal.project_id, trace_ids: [trace_id] };
      const options = { signal, deadline: 'each' } as const;
      const pieces = await limitTrace(async function* () {
        for await (const traces of reader.streamFoundTraces(ids, options)) {
          for (const trace of traces) {
            yield* writeZipkinTrace(trace);
          }
        }
      }, services.zipkin.traceLimitBytes);
      if (pieces === undefined) {
        throw notFound(`${shownTraceId(trace_id)} not found`);
      }
      costs.isUnderWay = !Array.isArray(pieces);
      return new RawJson(pieces);
    },
  });
}
