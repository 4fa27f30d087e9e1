import { HttpProblem, type Route } from '@spanhouse/api-kit';
import { QueryTooLarge } from '@spanhouse/traceql';
import {
  type BoundServices,
  bindDialect,
  type DialectServices,
} from '../front-doors/dialect-routes.js';
import { writePlainProblem } from '../front-doors/problem-text.js';
import { getTempoStatus } from './get-status.js';
import { getTempoMetrics } from './metrics/get-metrics.js';
import { getTempoSearch } from './search/get-search.js';
import { getTempoTags } from './tags/get-tags.js';
import { getTempoTrace } from './traces/get-tempo-trace.js';

/** Creates the routes below `/tempo`: the read API of Grafana Tempo. */
export function createTempoRoutes(needed: DialectServices): readonly Route[] {
  const bound = bindDialect(needed, { base: '/tempo', writeProblem: writePlainProblem });
  const services: BoundServices = {
    ...bound,
    read: (name, read) => refusingExcess(bound.read(name, read)),
  };
  return [
    ...getTempoStatus(services),
    ...getTempoTrace(services),
    ...getTempoTags(services),
    getTempoSearch(services),
    ...getTempoMetrics(services),
  ];
}

/**
 * Wraps a route so that a query that exceeds a limit is refused with a 422. The message describes how to change the
 * query.
 */
function refusingExcess(route: Route): Route {
  return {
    ...route,
    async handler(req, res) {
      try {
        await route.handler(req, res);
      } catch (error) {
        throw error instanceof QueryTooLarge
          ? new HttpProblem(422, { detail: error.message })
          : error;
      }
    },
  };
}
