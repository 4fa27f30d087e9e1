import type { Route } from '@spanhouse/service-runtime';
import { OTLP_PATHS } from './otlp-paths.js';
import type { RouteDependencies } from './route-dependencies.js';

/** Some exporters ask whether the endpoint is there before they send. */
export function getOtlpTraces({ authenticate }: Pick<RouteDependencies, 'authenticate'>): Route[] {
  return OTLP_PATHS.map((path) => ({
    method: 'GET',
    path,
    async handler(req, res) {
      await authenticate(req, res);
      res.json({ status: 'ready' });
    },
  }));
}
