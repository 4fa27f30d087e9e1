import { createServiceRegistries } from '../../services/all-in-one/test/service-registries.ts';

/** Paths that no outside client may reach. */
const alwaysInternal = ['/metrics', '/livez', '/readyz', '/api/metrics'];

/**
 * Returns `{ method, path, to }` for every spelling of every route. `to` is the service that an outside request must
 * reach, or undefined if it must reach none. `only` is the service that has all routes, if there is one.
 */
export function destinationsOf({ isAdminExposed, only, internalPaths = alwaysInternal }) {
  const ofServices = serviceRoutes().map(({ method, path, to }) => {
    const isHidden = path.includes('/admin/') && !isAdminExposed;
    return { method, path, to: isHidden ? undefined : (only ?? to) };
  });
  return [...ofServices, ...internalPaths.map((path) => ({ method: 'GET', path, to: undefined }))];
}

/** Returns the expected destinations for the rendered objects of a chart. */
export function expectedDestinations(objects) {
  const isAllInOne = objects.some(({ kind }) => kind === 'StatefulSet');
  const isAdminExposed = objects.some(
    ({ kind, data, spec }) =>
      (kind === 'ConfigMap' && data['nginx.conf']?.includes('/admin')) ||
      (kind === 'HTTPRoute' && JSON.stringify(spec).includes('/admin')),
  );
  return destinationsOf({
    isAdminExposed,
    only: isAllInOne ? 'all-in-one' : undefined,
    internalPaths: [...alwaysInternal, '/preview/metrics'],
  });
}

/** Returns true if the right Service was reached: `reached` is its name, which ends in the name of its component. */
export function isExpected(reached, to) {
  return to === undefined ? reached === undefined : `-${reached}`.endsWith(`-${to}`);
}

/** Returns every spelling of every route that the gateway and the query service declare. */
function serviceRoutes() {
  const { gateway, query } = createServiceRegistries();
  return [
    ...gateway.routes.flatMap((route) => spellings(route, 'ingest-gateway')),
    ...query.routes.flatMap((route) => spellings(route, 'trace-query')),
  ];
}

/** Services accept /api before every path but a base path, /preview before mirrored paths, and a final slash. */
function spellings({ method, path, mirrored, base }, to) {
  if (path === '/') {
    return [{ method, path, to }];
  }
  const plain = path.replace(/\/$/, '').replaceAll(/:\w+|\*/g, 'x1');
  const paths = mirrored === true ? [plain, `/preview${plain}`] : [plain];
  return paths
    .flatMap((each) => (base === undefined ? [each, `/api${each}`] : [each]))
    .flatMap((each) => [each, `${each}/`])
    .map((each) => ({ method, path: each, to }));
}
