import {
  systemClock as clock,
  createHealth,
  createHttpApp,
  createLifecycle,
  createLogger,
  createRegistry,
  exitOnConfigError,
  listen,
  loadConfig,
  openSelfTracing,
  reachDependency,
  requireNodeVersion,
} from '@spanhouse/service-runtime';
import { createKafkaDeadLetterSink } from '@spanhouse/span-log/kafka-dead-letters';
import { createKafkaSpanSubscription } from '@spanhouse/span-log/kafka-subscription';
import { requireClusterServers } from '@spanhouse/trace-store/clickhouse-config';
import {
  createDeadLetterIndex,
  createSpanWriter,
  createStoreState,
  createTombstoneRemover,
} from '@spanhouse/trace-store/writer';
import { createSpanConsumer } from './app.js';
import { consumerConfigFields } from './config.js';

requireNodeVersion();
const config = exitOnConfigError(() => {
  const loaded = loadConfig(consumerConfigFields, process.env);
  requireClusterServers(loaded);
  return loaded;
});
const logger = createLogger({ level: config.LOG_LEVEL, service: 'span-consumer' });
const registry = createRegistry('span-consumer');
const health = createHealth({ dependencies: ['clickhouse', 'span_log'] });
const lifecycle = createLifecycle({
  logger,
  health,
  shutdownTimeoutMs: config.SHUTDOWN_TIMEOUT_MS,
  drainDelayMs: config.SHUTDOWN_DRAIN_DELAY_MS,
});
const stopping = new AbortController();

await lifecycle.run(async () => {
  const tracer = await openSelfTracing('span-consumer', { config, registry, lifecycle, logger });
  const app = createHttpApp({ routes: [], health, registry, logger });
  const listener = await listen(app, { host: config.HTTP_HOST, port: config.HTTP_PORT });
  lifecycle.onClose('http', () => listener.close());
  logger.info({ address: listener.address }, 'listening');

  const store = { logger: logger.child({ component: 'trace-store' }), tracer };
  const writer = createSpanWriter(config, store);
  lifecycle.onClose('clickhouse', () => writer.close());
  const deadLetterIndex = createDeadLetterIndex(config, store);
  lifecycle.onClose('index of dead letters', () => deadLetterIndex.close());

  const remover = createTombstoneRemover(config, store);
  lifecycle.onClose('remover', () => remover.close());
  const storeState = createStoreState(config, store);
  lifecycle.onClose('state of the store', () => storeState.close());

  lifecycle.onClose('waiting', () => stopping.abort());
  const kafka = { config, clock, logger: logger.child({ component: 'span-log' }) };
  const reach = { health, clock, logger, signal: stopping.signal };
  const deadLetters = await reachDependency(
    'span_log',
    () => createKafkaDeadLetterSink(kafka),
    reach,
  );
  if (deadLetters === undefined) return;
  lifecycle.onClose('dead letters', () => deadLetters.close());
  const subscription = await reachDependency(
    'span_log',
    () => createKafkaSpanSubscription(kafka),
    reach,
  );
  if (subscription === undefined) return;

  const consumer = createSpanConsumer({
    ...{
      subscription,
      writer,
      remover,
      storeState,
      deadLetters,
      deadLetterIndex,
      clock,
      registry,
      health,
    },
    ...{ batching: config, removal: config, tracer },
    logger: logger.child({ component: 'batching' }),
  });
  lifecycle.onClose('consumer', () => consumer.close());
  consumer.failed.catch(lifecycle.fail);
  await consumer.start();
  logger.info('consuming');
});
