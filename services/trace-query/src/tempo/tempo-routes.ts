import { HttpProblem, type Route } from '@spanhouse/api-kit';
import { QueryTooLarge } from '@spanhouse/traceql';
import { bindDialect, type DialectServices } from '../front-doors/dialect-routes.js';
import { writePlainProblem } from '../front-doors/problem-text.js';
import type { Read } from '../http/read-handler.js';
import { getTempoStatus } from './get-status.js';
import { getTempoMetrics } from './metrics/get-metrics.js';
import { getTempoSearch } from './search/get-search.js';
import { getTempoTags } from './tags/get-tags.js';
import type { TempoServices } from './tempo-services.js';
import { getTempoTrace } from './traces/get-tempo-trace.js';

/** Creates the routes below `/tempo`: the read API of Grafana Tempo. */
export function createTempoRoutes(
  needed: DialectServices & Pick<TempoServices, 'tempo'>,
): readonly Route[] {
  const bound = bindDialect(needed, { base: '/tempo', writeProblem: writePlainProblem });
  const services: TempoServices = {
    ...bound,
    read: (name, read) => bound.read(name, refusingExcess(read)),
  };
  return [
    ...getTempoStatus(services),
    ...getTempoTrace(services),
    ...getTempoTags(services),
    getTempoSearch(services),
    ...getTempoMetrics(services),
  ];
}

/** Wraps a read. A query that exceeds its limits is refused with a 422 that describes how to change the query. */
function refusingExcess<Request>(read: Read<Request>): Read<Request> {
  const { answer, send } = read;
  return {
    ...read,
    ...(answer && {
      answer: (request, context) => refuse(async () => await answer(request, context)),
    }),
    ...(send && { send: (request, exchange) => refuse(() => send(request, exchange)) }),
  };
}

async function refuse<Result>(compute: () => Promise<Result>): Promise<Result> {
  try {
    return await compute();
  } catch (error) {
    if (error instanceof QueryTooLarge) {
      throw new HttpProblem(422, { detail: error.message });
    }
    throw error;
  }
}
