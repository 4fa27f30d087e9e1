import type { HttpRequest, HttpResponse, Route } from '@spanhouse/api-kit';
import { dialectRoutes, type RouteName } from '../front-doors/dialect-routes.js';
import type { SearchServices } from '../front-doors/open-services.js';
import { writePlainProblem } from '../front-doors/problem-text.js';
import type { TempoSettings } from '../front-doors/tempo-settings.js';
import type { Read } from '../http/read-handler.js';
import { refusingExcess } from './refuse-excess.js';

/** What the routes of the Tempo dialect need. */
export interface TempoServices extends SearchServices {
  readonly tempo: TempoSettings;
}

const dialect = { base: '/tempo', writeProblem: writePlainProblem } as const;

/** Creates the route of a read below the base path of the dialect: `GET /api/search`. */
export function tempoRoute<Request>(
  services: TempoServices,
  name: RouteName,
  read: Read<Request>,
): Route {
  return dialectRoutes(services, dialect).read(name, refusingExcess(read));
}

/** Creates a route that reads no spans; its answer needs the same credentials. */
export function tempoPage(
  services: TempoServices,
  path: string,
  send: (req: HttpRequest, res: HttpResponse) => void,
): Route {
  return dialectRoutes(services, dialect).page(path, send);
}
