import { createServiceRegistries } from '../../services/all-in-one/test/service-registries.ts';

/** Paths that no outside client may reach. */
const alwaysInternal = ['/metrics', '/livez', '/readyz', '/api/metrics'];

/**
 * Returns `{ method, path, to }` for every spelling of every route. `to` is the service that must receive such a
 * request from outside, or undefined if no service may receive it. `only` is set if one service has all routes.
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

/**
 * Returns true if a request reached the right Service. `reached` is the name of the Service, which ends in the name of
 * the component.
 */
export function isExpected(reached, to) {
  return to === undefined ? reached === undefined : `-${reached}`.endsWith(`-${to}`);
}

/** Returns every spelling of every route of the gateway and the query service. */
function serviceRoutes() {
  const { gateway, query } = createServiceRegistries();
  return [
    ...gateway.routes.flatMap((route) => spellings(route, 'ingest-gateway')),
    ...query.routes.flatMap((route) => spellings(route, 'trace-query')),
  ];
}

/**
 * Returns the spellings of a route. Services accept a trailing slash, the prefix /preview for mirrored paths, and the
 * prefix /api for every path that is not a base path.
 */
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
