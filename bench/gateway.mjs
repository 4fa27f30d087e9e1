// Measures what the gateway alone costs, on a log that stores nothing: CPU per span and request, by stage.
//   npm run build && node bench/gateway.mjs --spans 200000
// The cost of HTTP is the whole minus the stages, which run in turn on the same bodies.
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
import { finishSpans, readOtlpProtobuf } from '../packages/span-intake/dist/index.js';
import { SpanRowEncoder } from '../packages/span-row/dist/index.js';
import { createIngestGateway } from '../services/ingest-gateway/dist/app.js';
import { gatewayConfigFields, toIngestLimits } from '../services/ingest-gateway/dist/config.js';
import { buildBodies, SPANS_PER_BODY } from './load/otlp-bodies.mjs';
import { runGenerator } from './run-generator.mjs';

const PARTITIONS = 4;
const WARM_UP_ROUNDS = 4;
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

async function measureWhole() {
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

/** Measures each stage on all bodies before the next stage. */
function measureStages() {
  const bodies = buildBodies(Math.ceil(spans / SPANS_PER_BODY / WARM_UP_ROUNDS));
  const encoder = new SpanRowEncoder();
  const context = {
    project_id: '00000000-0000-0000-0000-000000000000',
    received_at: 1n,
    created_by_id: '00000000-0000-0000-0000-000000000000',
    retention_days: 0,
  };
  const stages = {
    decode: ({ body }) => readOtlpProtobuf(body, 1n).drafts,
    normalise: (drafts) => finishSpans(drafts).spans,
    encode: (finished) => {
      for (const span of finished) {
        encoder.encode({ ...span, trace_id: 'ab'.repeat(16) }, context);
      }
      encoder.take();
    },
  };
  let result = {};
  for (let round = 0; round < WARM_UP_ROUNDS; round++) {
    let inputs = bodies.map((entry) => ({ body: stampedIds(entry) }));
    result = {};
    for (const [name, run] of Object.entries(stages)) {
      const before = cpuSeconds();
      inputs = inputs.map(run);
      result[name] = ((cpuSeconds() - before) / (bodies.length * SPANS_PER_BODY)) * 1e6;
    }
  }
  return result;
}

/** Sets the ids of the spans in a body: bodies are built with zero ids, which a gateway refuses. */
function stampedIds({ body, spanOffsets }) {
  spanOffsets.forEach((at, index) => {
    body.fill(1 + Math.floor(index / 10), at + 2, at + 18);
    body.writeBigUInt64BE(BigInt(index + 1), at + 20);
  });
  return body;
}

const stages = measureStages();
const whole = await measureWhole();
const staged = Object.values(stages).reduce((sum, value) => sum + value, 0);

function rounded(value) {
  return Number(value.toFixed(2));
}

console.log(
  JSON.stringify({
    cpu_us_per_span: rounded(whole),
    ...Object.fromEntries(
      Object.entries(stages).map(([name, value]) => [`${name}_us_per_span`, rounded(value)]),
    ),
    http_us_per_request: rounded((whole - staged) * SPANS_PER_BODY),
  }),
);
