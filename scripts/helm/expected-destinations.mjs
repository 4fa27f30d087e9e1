import { serviceRoutes } from './service-routes.mjs';

/** What no client outside may reach. */
const INTERNAL_PATHS = ['/metrics', '/livez', '/readyz', '/api/metrics', '/preview/metrics'];

/** `{ method, path, to }`: the component a request from outside must reach; undefined = none. */
export function expectedDestinations(objects) {
  const isAllInOne = objects.some(({ kind }) => kind === 'StatefulSet');
  const isAdminExposed = objects.some(
    ({ kind, data, spec }) =>
      (kind === 'ConfigMap' && data['nginx.conf']?.includes('/admin')) ||
      (kind === 'HTTPRoute' && JSON.stringify(spec).includes('/admin')),
  );
  const ofServices = serviceRoutes().map(({ method, path, to }) => {
    const isHidden = path.includes('/admin/') && !isAdminExposed;
    const service = isAllInOne ? 'all-in-one' : to;
    return { method, path, to: isHidden ? undefined : service };
  });
  return [...ofServices, ...INTERNAL_PATHS.map((path) => ({ method: 'GET', path, to: undefined }))];
}

/** `reached` is the name of a Service, which ends in its component. */
export const isExpected = (reached, to) =>
  to === undefined ? reached === undefined : reached?.endsWith(`-${to}`) === true;
