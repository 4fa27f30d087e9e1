import { notFound, type Route } from '@spanhouse/api-kit';
import { shortTraceId } from '@spanhouse/span-dialects/spans';
import type { BoundServices } from '../../front-doors/dialect-routes.js';
import { readTraces } from '../../front-doors/dialect-routes.js';
import { limitTrace } from '../../front-doors/limit-trace.js';
import { holdBack } from '../../http/list-answer.js';
import type { ReadContext } from '../../http/read-handler.js';
import { type Answer, RawJson } from '../../http/send-json.js';
import { indentJson } from '../indent-answer.js';
import { parseV1Search } from '../search/parse-v1-search.js';
import { searchTraces } from '../search/search-jaeger-traces.js';
import { v1Pieces } from '../v1-answer.js';
import { parseJaegerTraceId, parseV1Trace } from './parse-jaeger-trace-ids.js';
import { writeJaegerTraces } from './write-jaeger-trace.js';

/**
 * Creates the version 1 route that searches for traces or returns traces by their ids. The answer contains whole
 * traces.
 */
export function getJaegerTraces(services: BoundServices): Route {
  return services.read('GET /api/traces', {
    kind: 'traces',
    parse: (req) => parseV1Search(req, services.clock.nowMs()),
    async answer(wanted, context) {
      if ('traceIds' in wanted) {
        return await sendTraces({ ...wanted, names: 'missing ones' }, context);
      }
      const traceIds = await searchTraces(wanted, await services.open(context));
      return await sendTraces({ ...wanted, traceIds }, context);
    },
  });
}

/** Creates the route that returns one trace in the version 1 format. */
export function getJaegerTrace(services: BoundServices): Route {
  return services.read('GET /api/traces/:trace_id', {
    kind: 'look_up',
    parse: (req) => ({
      ...parseV1Trace(req),
      trace_id: parseJaegerTraceId(req.params['trace_id'] ?? ''),
    }),
    async answer({ trace_id, isPretty }, context) {
      let isFound = false;
      const onTrace = () => {
        isFound = true;
      };
      const pieces = await limitTrace(
        () => v1Pieces(writeJaegerTraces(readTraces([trace_id], context), onTrace), () => []),
        services.settings.frontDoors.traceLimitBytes,
        context.costs,
      );
      if (!isFound || pieces === undefined) {
        throw notFound('trace not found');
      }
      return new RawJson(isPretty ? indentJson(pieces) : pieces);
    },
  });
}

interface WantedTraces {
  readonly traceIds: readonly string[];
  readonly isPretty: boolean;
  readonly names?: 'missing ones';
}

async function sendTraces(
  { traceIds, isPretty, names }: WantedTraces,
  context: ReadContext,
): Promise<Answer> {
  const missing = new Set(names === undefined ? [] : traceIds);
  const traces = writeJaegerTraces(readTraces(traceIds, context), (id) => missing.delete(id));
  const pieces = v1Pieces(traces, () =>
    [...missing].map((id) => ({ msg: 'trace not found', traceID: shortTraceId(id) })),
  );
  const held = await holdBack(pieces, context.costs);
  return new RawJson(isPretty ? indentJson(held) : held);
}
