import type { Route } from '@spanhouse/service-runtime';
import { OTLP_PATHS } from './otlp-paths.js';

/** Some exporters ask whether the endpoint is there before they send. */
export function getOtlpTraces(): Route[] {
  return OTLP_PATHS.map((path) => ({
    method: 'GET',
    path,
    handler: (_req, res) => void res.json({ status: 'ready' }),
  }));
}
