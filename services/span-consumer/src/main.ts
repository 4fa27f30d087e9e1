import { createBrowserRules, createHttpApp } from '@spanhouse/api-kit';
import { bootService } from '@spanhouse/service-runtime';
import { createKafkaDeadLetterSink } from '@spanhouse/span-log/kafka-dead-letters';
import { createKafkaLogWatch } from '@spanhouse/span-log/kafka-log-watch';
import { createKafkaCommittedOffsets } from '@spanhouse/span-log/kafka-offsets';
import { createKafkaSpanSubscription } from '@spanhouse/span-log/kafka-subscription';
import { createLogReport } from '@spanhouse/span-log/log-report';
import { requireClusterServers } from '@spanhouse/trace-store/clickhouse-config';
import { createStoredPositions } from '@spanhouse/trace-store/writer';
import { createSpanConsumer } from './app.js';
import { consumerConfigFields } from './config.js';
import { openConsumerStores } from './open-stores.js';

// Opens the parts in the order of the data path. Health is first, so that probes get responses while the consumer
// waits. The log is last, because its deliveries need all other parts. A shutdown closes the parts in the reverse
// order.
const service = bootService('span-consumer', {
  env: process.env,
  configFields: consumerConfigFields,
  checkConfig: requireClusterServers,
  dependencies: ['clickhouse', 'span_log'],
});
const { config, clock, logger, registry, health, lifecycle } = service;

await service.run(async (tracer) => {
  const browserRules = createBrowserRules(config);
  const app = createHttpApp({ routes: [], health, registry, logger, ...browserRules });
  const listener = await service.listen(app);
  logger.info({ address: listener.address }, 'listening');

  const store = { logger: logger.child({ component: 'trace-store' }), clock, tracer };
  const stores = openConsumerStores(config, { ...store, lifecycle });

  const reach = service.reachUntilClose();
  const kafka = { config, clock, logger: logger.child({ component: 'span-log' }) };
  const deadLetters = await reach('span_log', () => createKafkaDeadLetterSink(kafka));
  if (deadLetters === undefined) {
    return;
  }
  lifecycle.onClose('dead letters', () => deadLetters.close());
  const report = createLogReport({ registry, health, logger: kafka.logger });
  const storedPositions = createStoredPositions(config, store);
  const subscription = await reach('span_log', () =>
    createKafkaSpanSubscription({ ...kafka, storedPositions, report }),
  );
  if (subscription === undefined) {
    return;
  }

  const offsets = await reach('span_log', () =>
    createKafkaCommittedOffsets({ ...kafka, storedPositions }),
  );
  if (offsets === undefined) {
    return;
  }
  lifecycle.onClose('committed offsets', () => offsets.close());

  const consumer = createSpanConsumer({
    subscription,
    ...stores,
    spanMetrics: { store: stores.spanMetricsStore, offsets, settings: config },
    ledgerCheck: { audit: stores.ledgerAudit, offsets },
    deadLetters,
    clock,
    registry,
    health,
    batching: config,
    upkeep: config,
    tracer,
    logger: logger.child({ component: 'batching' }),
  });
  lifecycle.onClose('consumer', () => consumer.close());
  consumer.failed.catch(lifecycle.fail);
  const watch = await reach('span_log', () => createKafkaLogWatch({ ...kafka, report }));
  if (watch === undefined) {
    return;
  }
  lifecycle.onClose('log watch', () => watch.close());
  await consumer.start();
  logger.info('consuming');
});
