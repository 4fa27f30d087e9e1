import type { HttpMethod, Route } from '@spanhouse/api-kit';
import { dialectRoutes, type RouteName, type SendPage } from '../front-doors/dialect-routes.js';
import type { JaegerSettings } from '../front-doors/jaeger-settings.js';
import type { SearchServices } from '../front-doors/open-services.js';
import type { Read } from '../http/read-handler.js';
import { writeJaegerProblem } from './write-jaeger-problem.js';

/** The dependencies of the routes of the Jaeger dialect. */
export interface JaegerServices extends SearchServices {
  readonly jaeger: JaegerSettings;
}

const dialect = { base: '/jaeger', writeProblem: writeJaegerProblem } as const;

/** Creates a route that reads spans, below the base path of the dialect: `GET /api/services`. */
export function jaegerRoute<Request>(
  services: JaegerServices,
  name: RouteName,
  read: Read<Request>,
): Route {
  return dialectRoutes(services, dialect).read(name, read);
}

/** Creates a route that reads no spans but needs the same credentials. */
export function jaegerPage(
  services: JaegerServices,
  name: RouteName | 'GET ',
  send: SendPage,
): Route {
  const [method, path = ''] = name.split(' ') as [HttpMethod, string];
  return dialectRoutes(services, dialect).page(path, send, method);
}
