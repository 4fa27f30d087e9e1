import type { HttpMethod, HttpRequest, HttpResponse, Route } from '@spanhouse/api-kit';
import type { Catalog } from '@spanhouse/catalog';
import { requirePrincipal } from '../http/authenticate.js';
import { type Read, type ReadContext, type ReadServices, readRoute } from '../http/read-handler.js';
import { requireOwnTenant } from './require-own-tenant.js';
import type { OpenStore } from './walk-traces.js';

/** Base path of a dialect, and the function that writes error answers in its format. */
export type Dialect = Required<Pick<Route, 'base' | 'writeProblem'>>;

/** Dependencies that the routes of all dialects share. */
export interface DialectServices extends ReadServices {
  readonly catalog: Pick<Catalog, 'getProject'>;
  /** Returns the maximum time in ms for a read that needs several statements. */
  readonly deadlineMs: () => number;
}

/** Services that are bound to a dialect. All routes of the dialect need a key with `view_spans`. */
export interface BoundServices extends DialectServices {
  /**
   * Creates a route that reads spans. `name` contains the method and the path below the base path, such as `GET
   * /api/v2/services`.
   */
  readonly read: <Request>(name: `${HttpMethod} /${string}`, read: Read<Request>) => Route;
  /** Creates a route that reads no spans. */
  readonly page: (
    name: `${HttpMethod} ${string}`,
    send: (req: HttpRequest, res: HttpResponse) => void,
  ) => Route;
  readonly open: (context: ReadContext) => Promise<OpenStore>;
}

/** Extends the services with functions that create routes below a dialect's base path and open the store. */
export function bindDialect<Services extends DialectServices>(
  services: Services,
  dialect: Dialect,
): Services & BoundServices {
  const authenticate = requireOwnTenant(services.authenticate, services.catalog);
  const split = (name: string) => {
    const [method, path] = name.split(' ') as [HttpMethod, string];
    return { method, path: `${dialect.base}${path}` };
  };
  return {
    ...services,
    read(name, read) {
      const { method, path } = split(name);
      const unmirrored = { ...read, mirrored: false };
      const route = readRoute(
        { ...services, authenticate },
        `${method} ${path}` as typeof name,
        unmirrored,
      );
      return { ...route, ...dialect };
    },
    page: (name, send) => ({
      ...dialect,
      ...split(name),
      middleware: [requirePrincipal(authenticate, 'view_spans')],
      handler: send,
    }),
    open: (context) => openStore(services, context),
  };
}

async function openStore(services: DialectServices, context: ReadContext): Promise<OpenStore> {
  const { snapshots, clock, deadlineMs } = services;
  const { principal, atLeast, reader, analytics, signal } = context;
  const snapshot = await snapshots.current(atLeast);
  const endMs = clock.monotonicMs() + deadlineMs();
  const hasTime = () => clock.monotonicMs() < endMs;
  return { project_id: principal.project_id, snapshot, reader, analytics, signal, hasTime };
}

/** Streams whole traces, in the order of the given ids. */
export function readTraces(
  trace_ids: readonly string[],
  { reader, principal, signal }: ReadContext,
): ReturnType<typeof reader.streamFoundTraces> {
  const ids = { project_id: principal.project_id, trace_ids };
  return reader.streamFoundTraces(ids, { signal, deadline: 'each' });
}
