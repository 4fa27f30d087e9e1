// Measures the gateway's own CPU time per span, with a log that stores nothing. bench/intake.mjs measures the stages of
// the gateway.
//   npm run build && node bench/gateway.mjs --spans 200000
import { parseArgs } from 'node:util';
import { authConfigFields, createHttpApp } from '../packages/api-kit/dist/index.js';
import {
  authenticatorConfigFields,
  createAuthenticationMetrics,
  createAuthenticator,
  defaultProjectId,
} from '../packages/catalog/dist/index.js';
import {
  createHealth,
  createLogger,
  createRegistry,
  createTokenSigner,
  listen,
  loadConfig,
  systemClock,
} from '../packages/service-runtime/dist/index.js';
import { createIngestGateway } from '../services/ingest-gateway/dist/app.js';
import { gatewayConfigFields, toIngestLimits } from '../services/ingest-gateway/dist/config.js';
import { runGenerator } from './run-generator.mjs';

const PARTITIONS = 4;
const { values } = parseArgs({ options: { spans: { type: 'string', default: '200000' } } });
const spans = Number(values.spans);

const nothingKept = {
  partitionCount: PARTITIONS,
  maxRecordBytes: 16 * 1024 * 1024,
  logId: 'nothing-kept',
  publish: async (records) => ({
    status: 'published',
    positions: records.map(({ partition }) => ({ partition, offset: 0 })),
  }),
  close: async () => {},
};

const authConfigs = { ...authConfigFields, ...authenticatorConfigFields };

const catalog = {
  defaultProject: async () => ({
    project_id: defaultProjectId,
    name: 'bench',
    retention_days: null,
    created_at: '',
  }),
};

function cpuSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

async function measureGateway() {
  const registry = createRegistry();
  const health = createHealth({ dependencies: ['catalog', 'span_log'] });
  const logger = createLogger({ level: 'warn', service: 'bench' });
  const metrics = createAuthenticationMetrics(registry);
  const authenticator = createAuthenticator(loadConfig(authConfigs, {}), {
    catalog,
    clock: systemClock,
    health,
    logger,
    metrics,
  });
  const { routes } = createIngestGateway({
    publisher: nothingKept,
    authenticator,
    health,
    registry,
    clock: systemClock,
    signer: createTokenSigner('a secret for a measurement'),
    limits: toIngestLimits(loadConfig(gatewayConfigFields, {})),
  });
  const app = createHttpApp({ routes, health, registry, logger });
  const listener = await listen(app, { host: '127.0.0.1', port: 0 });
  await runGenerator(listener.address, spans / 4);
  const before = cpuSeconds();
  await runGenerator(listener.address, spans);
  const used = cpuSeconds() - before;
  await listener.close();
  return (used / spans) * 1e6;
}

const microseconds = await measureGateway();
console.log(JSON.stringify({ cpu_us_per_span: Number(microseconds.toFixed(2)) }));
