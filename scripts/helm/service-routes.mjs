// Reads the routes that the gateway and the query service declare.
import { createServiceRegistries } from '../../services/all-in-one/test/service-registries.ts';

/** Returns `{ method, path, to }` for every spelling of the path of every route. */
export function serviceRoutes() {
  const { gateway, query } = createServiceRegistries();
  return [
    ...gateway.routes.flatMap((route) => spellings(route, 'ingest-gateway')),
    ...query.routes.flatMap((route) => spellings(route, 'trace-query')),
  ];
}

/** Services accept /api before every path, /preview before mirrored paths, and a final slash. */
function spellings({ method, path, mirrored }, to) {
  const plain = path.replace(/\/$/, '').replaceAll(/:\w+/g, 'x1');
  const paths = mirrored === true ? [plain, `/preview${plain}`] : [plain];
  return paths
    .flatMap((each) => [each, `/api${each}`])
    .flatMap((each) => [each, `${each}/`])
    .map((each) => ({ method, path: each, to }));
}
