import type { Health } from '@spanhouse/service-runtime';
import { spanhouseVersion } from '@spanhouse/service-runtime';
import type { Registry } from 'prom-client';
import type { Route } from './route.js';

interface OperationalRoutesOptions {
  readonly health: Health;
  readonly registry: Registry;
  readonly about?: Readonly<Record<string, unknown>> | undefined;
}

/** Creates the routes for supervisors and scrapers, which every service has. */
export function createOperationalRoutes(options: OperationalRoutesOptions): Route[] {
  const { health, registry, about } = options;
  const routes: Route[] = [
    {
      method: 'GET',
      path: '/health',
      handler: (_req, res) => void res.json({ status: 'ok', version: spanhouseVersion, ...about }),
    },
    { method: 'GET', path: '/livez', handler: (_req, res) => void res.json({ status: 'ok' }) },
    {
      method: 'GET',
      path: '/readyz',
      handler: (_req, res) => {
        res.status(health.isReady() ? 200 : 503).json(health.report());
      },
    },
    {
      method: 'GET',
      path: '/metrics',
      handler: async (_req, res) => {
        res.type(registry.contentType).send(await registry.metrics());
      },
    },
  ];
  return routes.map((route) => ({ ...route, tracing: 'none' }));
}
