import type { Logger } from '@spanhouse/service-runtime';
import kafkajs, { type Kafka, type PartitionAssigner, type SASLOptions } from 'kafkajs';
import type { KafkaConfig } from '../kafka-config.js';
import { createLogBridge, logLevelFor } from './kafka-log-bridge.js';

/**
 * Retries inside one call of kafkajs: about three seconds, enough for a partition to find its next
 * leader. kafkajs has other numbers under NODE_ENV=test, so none is left to it.
 */
const retryOptions = {
  initialRetryTime: 100,
  factor: 0.2,
  multiplier: 2,
  maxRetryTime: 2000,
  retries: 5,
};

/**
 * One client per role: consumers of one client and group share their committed offsets in memory.
 * The only file that imports kafkajs as a value; its named exports do not exist under plain Node.
 */
export const createKafkaClient = (config: KafkaConfig, logger: Logger): Kafka => {
  const sasl = saslOf(config);
  return new kafkajs.Kafka({
    brokers: [...config.KAFKA_BROKERS],
    clientId: config.KAFKA_CLIENT_ID,
    connectionTimeout: config.KAFKA_CONNECTION_TIMEOUT_MS,
    requestTimeout: config.KAFKA_REQUEST_TIMEOUT_MS,
    retry: retryOptions,
    ssl: config.KAFKA_SSL,
    ...(sasl === undefined ? {} : { sasl }),
    logLevel: logLevelFor(logger, kafkajs.logLevel),
    logCreator: createLogBridge(logger, kafkajs.logLevel),
  });
};

export const noCompression = kafkajs.CompressionTypes.None;

/** How often `mayJoin` may say no to one request. */
export const joinDelays = 5;

/** A join that was delayed as often as it may be has two retries left for errors of the group. */
export const memberRetryOptions = { ...retryOptions, retries: joinDelays + 2 };

/**
 * The members' common way to share partitions. `mayJoin` runs just before each request to join: false
 * delays it by kafkajs' next retry, three seconds over all `joinDelays`.
 */
export const roundRobinWithJoin =
  (mayJoin: () => boolean): PartitionAssigner =>
  (cluster) => {
    const assigner = kafkajs.PartitionAssigners.roundRobin(cluster);
    return {
      ...assigner,
      protocol: (subscription) => {
        // What kafkajs takes for the group's own word that the join is to be repeated.
        if (!mayJoin())
          throw Object.assign(new Error('not yet'), { type: 'REBALANCE_IN_PROGRESS' });
        return assigner.protocol(subscription);
      },
    };
  };

const saslOf = (config: KafkaConfig): SASLOptions | undefined => {
  const { KAFKA_SASL_MECHANISM: mechanism } = config;
  if (mechanism === undefined) return undefined;
  const credentials = {
    username: config.KAFKA_SASL_USERNAME,
    password: config.KAFKA_SASL_PASSWORD,
  };
  // kafkajs types each mechanism apart.
  if (mechanism === 'plain') return { mechanism, ...credentials };
  return mechanism === 'scram-sha-256'
    ? { mechanism, ...credentials }
    : { mechanism, ...credentials };
};
