import { notFound, type Route } from '@spanhouse/api-kit';
import { shortTraceId } from '@spanhouse/span-dialects/spans';
import { readTraces } from '../front-doors/dialect-routes.js';
import { limitTrace } from '../front-doors/limit-trace.js';
import { RawJson } from '../http/send-json.js';
import { parseZipkinTraceId } from './parse-zipkin-trace-ids.js';
import { writeZipkinTrace } from './write-zipkin-trace.js';
import type { ZipkinServices } from './zipkin-services.js';

/** Creates the route that returns the spans of a trace. */
export function getZipkinTrace(services: ZipkinServices): Route {
  return services.read('GET /api/v2/trace/:trace_id', {
    kind: 'look_up',
    parse: (req) => parseZipkinTraceId(req.params['trace_id'] ?? ''),
    async answer(trace_id, context) {
      const traceIds = await services.groups.expand([trace_id], context);
      const pieces = await limitTrace(
        () => writeZipkinTrace(readTraces(traceIds, context)),
        services.settings.frontDoors.traceLimitBytes,
        context.costs,
      );
      if (pieces === undefined) {
        throw notFound(`${shortTraceId(trace_id)} not found`);
      }
      return new RawJson(pieces);
    },
  });
}
