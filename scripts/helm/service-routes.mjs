// The routes of gateway and query service, as they declare them.
import {
  createRegistry,
  loadConfig,
  systemClock,
} from '../../packages/service-runtime/src/index.ts';
import { createIngestGateway } from '../../services/ingest-gateway/src/app.ts';
import { gatewayConfigFields, toIngestLimits } from '../../services/ingest-gateway/src/config.ts';
import { createTraceQuery } from '../../services/trace-query/src/app.ts';
import { queryConfigFields, toQuerySettings } from '../../services/trace-query/src/config.ts';

/** Making the routes calls none of the parts behind them. */
const parts = new Proxy({}, { get: (_target, name) => (name === 'then' ? undefined : parts) });

const dependencies = () => {
  const given = {
    clock: systemClock,
    registry: createRegistry(),
    limits: toIngestLimits(loadConfig(gatewayConfigFields, {})),
    settings: toQuerySettings(loadConfig(queryConfigFields, {})),
  };
  return new Proxy(given, { get: (_target, name) => given[name] ?? parts });
};

/** `{ method, path, to }` for every way to write the path of every route. */
export function serviceRoutes() {
  const gateway = createIngestGateway(dependencies()).routes;
  const query = createTraceQuery(dependencies()).routes;
  return [
    ...gateway.flatMap((route) => spellings(route, 'ingest-gateway')),
    ...query.flatMap((route) => spellings(route, 'trace-query')),
  ];
}

/** Services take /api before every path, /preview before mirrored ones, and a slash at the end. */
function spellings({ method, path, mirrored }, to) {
  const plain = path.replace(/\/$/, '').replaceAll(/:\w+/g, 'x1');
  const paths = mirrored === true ? [plain, `/preview${plain}`] : [plain];
  return paths
    .flatMap((each) => [each, `/api${each}`])
    .flatMap((each) => [each, `${each}/`])
    .map((each) => ({ method, path: each, to }));
}
