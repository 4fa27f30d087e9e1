import type { HttpMethod, HttpRequest, HttpResponse, Route } from '@spanhouse/api-kit';
import type { Catalog } from '@spanhouse/catalog';
import type { AnalyticsServices } from '../analytics/analytics-services.js';
import { writePlainProblem } from '../front-doors/problem-text.js';
import { requireOwnTenant } from '../front-doors/require-own-tenant.js';
import type { ZipkinSettings } from '../front-doors/zipkin-settings.js';
import { type Read, readRoute } from '../http/read-handler.js';
import type { ServiceCounts } from './service-counts.js';
import type { TraceGroups } from './trace-groups.js';

/** What the routes of the Zipkin dialect need. */
export interface ZipkinServices extends AnalyticsServices {
  readonly catalog: Pick<Catalog, 'getProject'>;
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
  name: `${HttpMethod} /${string}`,
  read: Read<Request>,
): Route {
  const [method, path] = name.split(' ') as [HttpMethod, string];
  const route = readRoute(
    withTenants(services),
    `${method} ${dialect.base}${path}` as typeof name,
    {
      ...read,
      mirrored: false,
    },
  );
  return { ...route, ...dialect };
}

/** Creates a route that reads no spans; its answer needs the same credentials. */
export function zipkinPage(
  services: ZipkinServices,
  path: string,
  send: (req: HttpRequest, res: HttpResponse) => void,
): Route {
  const { authenticate } = withTenants(services);
  return {
    ...dialect,
    method: 'GET',
    path: `${dialect.base}${path}`,
    handler: async (req, res) => {
      await authenticate(req, res, 'view_spans');
      send(req, res);
    },
  };
}

function withTenants(services: ZipkinServices): ZipkinServices {
  return { ...services, authenticate: requireOwnTenant(services.authenticate, services.catalog) };
}
