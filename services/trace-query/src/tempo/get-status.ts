import type { Route } from '@spanhouse/api-kit';
import type { BoundServices } from '../front-doors/dialect-routes.js';

/** Version of Tempo whose API this service implements. Data sources enable features according to this version. */
const buildInfo = {
  version: '2.9.0+spanhouse',
  revision: '',
  branch: '',
  buildUser: '',
  buildDate: '',
  goVersion: '',
};

/** Creates the routes with which data sources check the address, the key and the features. */
export function getTempoStatus(services: BoundServices): readonly Route[] {
  const text = (path: string, said: string) =>
    services.page(`GET ${path}`, (_req, res) => void res.type('text/plain').send(said));
  return [
    text('/api/echo', 'echo'),
    text('/ready', 'ready'),
    services.page('GET /api/status/buildinfo', (_req, res) => void res.json(buildInfo)),
  ];
}
