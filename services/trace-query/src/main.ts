import { createBrowserRules, createHttpApp, refuseUnsafeOpenMode } from '@spanhouse/api-kit';
import { createAuthenticationMetrics, createAuthenticator, openCatalog } from '@spanhouse/catalog';
import { bootService, createTokenSigner } from '@spanhouse/service-runtime';
import { DeferredSpanPublisher } from '@spanhouse/span-log/deferred-publisher';
import { createKafkaLogWatch } from '@spanhouse/span-log/kafka-log-watch';
import { createKafkaCommittedOffsets } from '@spanhouse/span-log/kafka-offsets';
import { createKafkaSpanPublisher } from '@spanhouse/span-log/kafka-publisher';
import { createLogReport } from '@spanhouse/span-log/log-report';
import { traceSpanPublisher } from '@spanhouse/span-log/trace-span-publisher';
import {
  createDeadLetterCounter,
  createStoredPositions,
  createTraceAnalytics,
  createTraceReader,
} from '@spanhouse/trace-store/reader';
import { createTraceQuery } from './app.js';
import { toQuerySettings, toServiceFacts, traceQueryConfigFields } from './config.js';
import { DeferredCommittedOffsets } from './consistency/deferred-committed-offsets.js';

const service = bootService('trace-query', {
  env: process.env,
  configFields: traceQueryConfigFields,
  checkConfig: refuseUnsafeOpenMode,
  dependencies: ['catalog', 'clickhouse', 'span_log'],
});
const { config, clock, logger, registry, health, lifecycle } = service;

await service.run(async (tracer) => {
  const { catalog, savedQueries } = openCatalog(config.CATALOG_URL, {
    logger: logger.child({ component: 'catalog' }),
  });
  lifecycle.onClose('catalog', () => catalog.close());
  const store = { logger: logger.child({ component: 'trace-store' }), clock, tracer };
  const reader = createTraceReader(config, store);
  lifecycle.onClose('clickhouse', () => reader.close());
  const analytics = createTraceAnalytics(config, store);
  lifecycle.onClose('analytics', () => analytics.close());
  const deadLetters = createDeadLetterCounter(config, store);
  lifecycle.onClose('counter of dead letters', () => deadLetters.close());
  const offsets = new DeferredCommittedOffsets();
  lifecycle.onClose('span log', () => offsets.close());
  const publisher = new DeferredSpanPublisher();
  lifecycle.onClose('publisher', () => publisher.close());

  const metrics = createAuthenticationMetrics(registry);
  const authenticator = createAuthenticator(config, { catalog, clock, health, logger, metrics });
  const { routes, endTails } = createTraceQuery({
    reader,
    analytics,
    deadLetters,
    offsets,
    publisher: traceSpanPublisher(publisher, tracer),
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

  const kafka = { config, clock, logger: logger.child({ component: 'span-log' }) };
  const storedPositions = createStoredPositions(config, store);
  const report = createLogReport({ registry, health, logger: kafka.logger });
  await Promise.all([
    reach('span_log', async () =>
      offsets.resolve(await createKafkaCommittedOffsets({ ...kafka, storedPositions })),
    ),
    reach('span_log', async () => publisher.resolve(await createKafkaSpanPublisher(kafka))),
    reach('clickhouse', () => reader.check()),
    reach('catalog', () => catalog.check()),
  ]);
  const watch = await reach('span_log', () => createKafkaLogWatch({ ...kafka, report }));
  lifecycle.onClose('log watch', async () => watch?.close());
});
