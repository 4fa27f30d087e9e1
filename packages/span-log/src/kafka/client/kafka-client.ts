import type { Clock, Logger } from '@spanhouse/service-runtime';
import type {
  Kafka,
  KafkaConfig as KafkaClientConfig,
  LogEntry,
  logCreator,
  logLevel,
  PartitionAssigner,
  RequestTimeoutEvent,
  SASLOptions,
} from 'kafkajs';
import kafkajs from 'kafkajs';
import type { KafkaConfig } from '../../kafka-config.js';
import { BrokerConnections } from './broker-connections.js';
import { decompressors } from './decompressors.js';

/** The configuration, clock and logger that every role needs to connect to Kafka. */
export interface KafkaOptions {
  readonly config: KafkaConfig;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * The retries within one kafkajs call. They take about three seconds, long enough for a partition to elect its next
 * leader. Every value is set, because the defaults of kafkajs differ under NODE_ENV=test.
 */
const retryOptions = {
  initialRetryTime: 100,
  factor: 0.2,
  multiplier: 2,
  maxRetryTime: 2000,
  retries: 5,
};

/**
 * Creates a kafkajs client. Each role needs its own client, because consumers of the same client and group share their
 * committed offsets in memory. Only this file imports values from kafkajs, because the named exports of kafkajs do not
 * exist in plain Node.
 */
export function createKafkaClient(config: KafkaConfig, logger: Logger): KafkaClient {
  Object.assign(kafkajs.CompressionCodecs, decompressors(config.KAFKA_MAX_MESSAGE_BYTES));
  // Each role has its own instance, so that a slow request breaks only the connections of that role.
  const create = <Client extends TimedClient>(createClient: (kafka: Kafka) => Client): Client => {
    const connections = new BrokerConnections();
    const client = createClient(new kafkajs.Kafka(optionsOf(config, { logger, connections })));
    client.on(client.events.REQUEST_TIMEOUT, ({ payload }) => connections.breakSilent(payload));
    return client;
  };
  return {
    admin: () => create((kafka) => kafka.admin()),
    producer: (options) => create((kafka) => kafka.producer(options)),
    consumer: (options) => create((kafka) => kafka.consumer(options)),
  };
}

/** The timeout events that every kind of kafkajs client emits. */
interface TimedClient {
  readonly events: { readonly REQUEST_TIMEOUT: string };
  on(event: string, listener: (event: RequestTimeoutEvent) => void): unknown;
}

type KafkaClient = Pick<Kafka, 'admin' | 'consumer' | 'producer'>;

function optionsOf(
  config: KafkaConfig,
  { logger, connections }: { readonly logger: Logger; readonly connections: BrokerConnections },
): KafkaClientConfig {
  const sasl = saslOf(config);
  return {
    brokers: [...config.KAFKA_BROKERS],
    clientId: config.KAFKA_CLIENT_ID,
    connectionTimeout: config.KAFKA_CONNECTION_TIMEOUT_MS,
    requestTimeout: config.KAFKA_REQUEST_TIMEOUT_MS,
    retry: retryOptions,
    ssl: config.KAFKA_SSL,
    socketFactory: connections.open,
    ...(sasl === undefined ? {} : { sasl }),
    logLevel: logLevelFor(logger, kafkajs.logLevel),
    logCreator: createLogBridge(logger, kafkajs.logLevel),
  };
}

export const noCompression = kafkajs.CompressionTypes.None;

/** Maximum number of times that `mayJoin` can delay one join. */
export const JOIN_DELAYS = 5;

/** The retries of a member: one for each delay of a join, and two for group errors. */
export const memberRetryOptions = { ...retryOptions, retries: JOIN_DELAYS + 2 };

/**
 * Returns the round-robin assigner that all members use. It calls `mayJoin` before each join request, because kafkajs
 * has no callback before a rebalance. While `mayJoin` returns false, the join waits for the next kafkajs retry. All
 * `JOIN_DELAYS` retries together take three seconds.
 */
export function roundRobinWithJoin(mayJoin: () => boolean): PartitionAssigner {
  return (cluster) => {
    const assigner = kafkajs.PartitionAssigners.roundRobin(cluster);
    return {
      ...assigner,
      protocol: (subscription) => {
        // kafkajs handles this error in the same way as the group's request to join again.
        if (!mayJoin()) {
          throw Object.assign(new Error('the member is not ready to join'), {
            type: 'REBALANCE_IN_PROGRESS',
          });
        }
        return assigner.protocol(subscription);
      },
    };
  };
}

function saslOf(config: KafkaConfig): SASLOptions | undefined {
  const { KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD: password } = config;
  const mechanism = config.KAFKA_SASL_MECHANISM;
  // kafkajs declares a separate type for each mechanism.
  return mechanism === undefined ? undefined : ({ mechanism, username, password } as SASLOptions);
}

type Levels = typeof logLevel;

/** A harmless warning: sends have their own time limit, and a producer is never used again after a failed send. */
const expectedWarning = 'Limiting retries for the idempotent producer';

/**
 * Forwards the kafkajs log to `logger`. Errors become warnings, because kafkajs retries the failed requests and the
 * caller logs the errors that remain.
 */
function createLogBridge(logger: Logger, levels: Levels): logCreator {
  return () =>
    ({ namespace, level, log }: LogEntry) => {
      const { message, timestamp: _timestamp, ...facts } = log;
      const fields = { namespace, ...facts };
      if (level <= levels.WARN && !message.startsWith(expectedWarning)) {
        logger.warn(fields, `kafkajs: ${message}`);
      } else {
        logger.debug(fields, `kafkajs: ${message}`);
      }
    };
}

/** Returns the lowest level that `logger` writes, so that kafkajs does not build entries of lower levels. */
function logLevelFor(logger: Logger, levels: Levels): logLevel {
  return logger.isLevelEnabled('debug') ? levels.INFO : levels.WARN;
}
