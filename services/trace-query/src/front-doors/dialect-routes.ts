import type { HttpMethod, HttpRequest, HttpResponse, Route } from '@spanhouse/api-kit';
import type { Catalog } from '@spanhouse/catalog';
import { requirePrincipal } from '../http/authenticate.js';
import { type Read, type ReadServices, readRoute } from '../http/read-handler.js';
import { requireOwnTenant } from './require-own-tenant.js';

/** The base path of a dialect, and the writer of its failures. */
export type Dialect = Required<Pick<Route, 'base' | 'writeProblem'>>;

/** The dependencies of the routes of every dialect. */
export interface DialectServices extends ReadServices {
  readonly catalog: Pick<Catalog, 'getProject'>;
}

/** The method and path of a route below the base path: `GET /api/v2/services`. */
export type RouteName = `${HttpMethod} /${string}`;

export type SendPage = (req: HttpRequest, res: HttpResponse) => void;

/** Creates routes below the base path of a dialect. All of them need a key with `view_spans`. */
export interface DialectRoutes {
  /** A route that reads spans. */
  readonly read: <Request>(name: RouteName, read: Read<Request>) => Route;
  /** A page that reads no spans. The default method is GET. */
  readonly page: (path: string, send: SendPage, method?: HttpMethod) => Route;
}

/** Binds the services of a dialect to its base path. */
export function dialectRoutes(services: DialectServices, dialect: Dialect): DialectRoutes {
  const { base } = dialect;
  const authenticate = requireOwnTenant(services.authenticate, services.catalog);
  return {
    read(name, read) {
      const [method, path] = name.split(' ') as [HttpMethod, string];
      const named = `${method} ${base}${path}` as RouteName;
      const route = readRoute({ ...services, authenticate }, named, { ...read, mirrored: false });
      return { ...route, ...dialect };
    },
    page: (path, send, method = 'GET') => ({
      ...dialect,
      method,
      path: `${base}${path}`,
      middleware: [requirePrincipal(authenticate, 'view_spans')],
      handler: send,
    }),
  };
}
