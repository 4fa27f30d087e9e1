import type { Route } from '@spanhouse/api-kit';
import { type TempoServices, tempoPage } from './tempo-services.js';

/** Data sources switch features on by the version of Tempo whose API they find. */
const buildInfo = {
  version: '2.9.0+spanhouse',
  revision: '',
  branch: '',
  buildUser: '',
  buildDate: '',
  goVersion: '',
};

/** Answers data sources that ask whether the address and the key are right, and which features they may use. */
export function getTempoStatus(services: TempoServices): readonly Route[] {
  const text = (path: string, said: string) =>
    tempoPage(services, path, (_req, res) => void res.type('text/plain').send(said));
  return [
    text('/api/echo', 'echo'),
    text('/ready', 'ready'),
    tempoPage(services, '/api/status/buildinfo', (_req, res) => void res.json(buildInfo)),
  ];
}
