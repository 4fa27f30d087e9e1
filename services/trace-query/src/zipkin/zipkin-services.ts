import type { HttpRequest, HttpResponse, Route } from '@spanhouse/api-kit';
import type { AnalyticsServices } from '../analytics/analytics-services.js';
import {
  type DialectServices,
  dialectRoutes,
  type RouteName,
} from '../front-doors/dialect-routes.js';
import { writePlainProblem } from '../front-doors/problem-text.js';
import type { ZipkinSettings } from '../front-doors/zipkin-settings.js';
import type { Read } from '../http/read-handler.js';
import type { ServiceCounts } from './service-counts.js';
import type { TraceGroups } from './trace-groups.js';

/** What the routes of the Zipkin dialect need. */
export interface ZipkinServices extends AnalyticsServices, DialectServices {
  readonly zipkin: ZipkinSettings;
  /** The time in ms that a read of several statements may take. */
  readonly deadlineMs: () => number;
  readonly serviceCounts: ServiceCounts;
  readonly groups: TraceGroups;
}

const dialect = { base: '/zipkin', writeProblem: writePlainProblem } as const;

/** Creates the route of a read below the base path of the dialect: `GET /api/v2/services`. */
export function zipkinRoute<Request>(
  services: ZipkinServices,
  name: RouteName,
  read: Read<Request>,
): Route {
  return dialectRoutes(services, dialect).read(name, read);
}

/** Creates a route that reads no spans; its answer needs the same credentials. */
export function zipkinPage(
  services: ZipkinServices,
  path: string,
  send: (req: HttpRequest, res: HttpResponse) => void,
): Route {
  return dialectRoutes(services, dialect).page(path, send);
}
