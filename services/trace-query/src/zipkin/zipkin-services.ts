import type { HttpRequest, HttpResponse, Route } from '@spanhouse/api-kit';
import { dialectRoutes, type RouteName } from '../front-doors/dialect-routes.js';
import type { SearchServices } from '../front-doors/open-services.js';
import { writePlainProblem } from '../front-doors/problem-text.js';
import type { ZipkinSettings } from '../front-doors/zipkin-settings.js';
import type { Read } from '../http/read-handler.js';
import type { ServiceCounts } from './service-counts.js';
import type { TraceGroups } from './trace-groups.js';

/** The dependencies of the routes of the Zipkin dialect. */
export interface ZipkinServices extends SearchServices {
  readonly zipkin: ZipkinSettings;
  readonly serviceCounts: ServiceCounts;
  readonly groups: TraceGroups;
}

const dialect = { base: '/zipkin', writeProblem: writePlainProblem } as const;

/** Creates a route that reads spans, below the base path of the dialect: `GET /api/v2/services`. */
export function zipkinRoute<Request>(
  services: ZipkinServices,
  name: RouteName,
  read: Read<Request>,
): Route {
  return dialectRoutes(services, dialect).read(name, read);
}

/** Creates a route that reads no spans but needs the same credentials. */
export function zipkinPage(
  services: ZipkinServices,
  path: string,
  send: (req: HttpRequest, res: HttpResponse) => void,
): Route {
  return dialectRoutes(services, dialect).page(path, send);
}
