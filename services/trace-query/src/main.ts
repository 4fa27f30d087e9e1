import { createBrowserRules, createHttpApp, refuseUnsafeOpenMode } from '@spanhouse/api-kit';
import { createAuthenticationMetrics, createAuthenticator, openCatalog } from '@spanhouse/catalog';
import { bootService, createTokenSigner } from '@spanhouse/service-runtime';
import { DeferredSpanPublisher } from '@spanhouse/span-log/deferred-publisher';
import { createKafkaDeadLetterReader } from '@spanhouse/span-log/kafka-dead-letter-reader';
import { createKafkaLogWatch } from '@spanhouse/span-log/kafka-log-watch';
import { createKafkaCommittedOffsets } from '@spanhouse/span-log/kafka-offsets';
import { createKafkaSpanPublisher } from '@spanhouse/span-log/kafka-publisher';
import { createLogReport } from '@spanhouse/span-log/log-report';
import { requireClusterServers } from '@spanhouse/trace-store/clickhouse-config';
import { createStoredPositions } from '@spanhouse/trace-store/reader';
import { addGatewayReports } from './admin/get-ingest.js';
import { createTraceQuery } from './app.js';
import { toQuerySettings, toServiceFacts, traceQueryConfigFields } from './config.js';
import { DeferredCommittedOffsets } from './consistency/deferred-committed-offsets.js';
import { openStores } from './open-stores.js';

const service = bootService('trace-query', {
  env: process.env,
  configFields: traceQueryConfigFields,
  checkConfig: (loaded) => {
    refuseUnsafeOpenMode(loaded);
    requireClusterServers(loaded);
  },
  dependencies: ['catalog', 'clickhouse', 'span_log'],
});
const { config, clock, logger, registry, health, lifecycle } = service;

await service.run(async (tracer) => {
  const { catalog, savedQueries, gatewayReports } = openCatalog(config.CATALOG_URL, {
    logger: logger.child({ component: 'catalog' }),
  });
  lifecycle.onClose('catalog', () => catalog.close());
  const store = { logger: logger.child({ component: 'trace-store' }), clock, tracer };
  const stores = openStores(config, { ...store, health, lifecycle });
  const kafka = { config, clock, logger: logger.child({ component: 'span-log' }) };
  const log = {
    letters: createKafkaDeadLetterReader(kafka),
    offsets: new DeferredCommittedOffsets(),
    publisher: new DeferredSpanPublisher(tracer),
  };
  for (const [name, part] of Object.entries(log)) {
    lifecycle.onClose(name, () => part.close());
  }

  const metrics = createAuthenticationMetrics(registry);
  const authenticator = createAuthenticator(config, { catalog, clock, health, logger, metrics });
  const { routes, endTails } = createTraceQuery({
    ...stores,
    ...log,
    ingestTotals: addGatewayReports(gatewayReports),
    authenticator,
    catalog,
    savedQueries,
    clock,
    health,
    registry,
    signer: createTokenSigner(...config.TOKEN_SECRET),
    settings: toQuerySettings(config),
    facts: () => toServiceFacts(config),
  });
  const browserRules = createBrowserRules(config);
  const app = createHttpApp({ routes, health, registry, logger, tracer, ...browserRules });
  const listener = await service.listen(app);
  lifecycle.onClose('tails', endTails);
  const reach = service.reachUntilClose();
  logger.info({ address: listener.address }, 'listening');

  const storedPositions = createStoredPositions(config, store);
  const report = createLogReport({ registry, health, logger: kafka.logger });
  await Promise.all([
    reach('span_log', async () =>
      log.offsets.resolve(await createKafkaCommittedOffsets({ ...kafka, storedPositions })),
    ),
    reach('span_log', async () => log.publisher.resolve(await createKafkaSpanPublisher(kafka))),
    reach('clickhouse', () => stores.reader.check()),
    reach('catalog', () => catalog.check()),
  ]);
  const watch = await reach('span_log', () => createKafkaLogWatch({ ...kafka, report }));
  lifecycle.onClose('log watch', async () => watch?.close());
});
