import type { Config } from '@spanhouse/service-runtime';
import { z } from 'zod';
import { defaultTopic } from './topics.js';

const count = z.coerce.number().int().positive();
const MEBIBYTE = 1024 * 1024;

const brokerList = z
  .string()
  .transform((text) => text.split(',').map((broker) => broker.trim()))
  .refine((brokers) => brokers.every((broker) => /^[^:\s]+:\d+$/.test(broker)), {
    message: 'must be host:port, or several separated by commas',
  });

/** Settings for every service that uses Kafka. Topic settings apply only when a topic is created. */
export const kafkaConfigFields = {
  KAFKA_BROKERS: brokerList.describe('Bootstrap brokers, host:port, separated by commas'),
  KAFKA_CLIENT_ID: z
    .string()
    .default('spanhouse')
    .describe('Client id that appears in the logs of the brokers'),
  KAFKA_TOPIC: z
    .string()
    .regex(/^[a-zA-Z0-9._-]{1,230}$/)
    .default(defaultTopic)
    .describe(
      'Topic of the spans; the names of the other two topics append .dead-letter and .identity',
    ),
  KAFKA_GROUP_ID: z.string().default('spanhouse-consumer').describe('Consumer group'),
  KAFKA_PARTITIONS: count
    .default(12)
    .describe(
      'Number of partitions of the topic when it is created; an existing log keeps its number',
    ),
  KAFKA_REPLICATION_FACTOR: z.coerce
    .number()
    .int()
    .min(-1)
    .default(-1)
    .describe(
      'Number of replicas of the topics when they are created; -1 = three, or one for each broker if there are fewer brokers',
    ),
  KAFKA_RETENTION_MS: count
    .default(7 * 24 * 3600 * 1000)
    .describe('Retention of the topic when it is created; must be longer than the longest outage'),
  KAFKA_MAX_UNREAD_BYTES: z.coerce
    .number()
    .int()
    .min(0)
    .default(0)
    .describe(
      'Estimated size of unstored messages at which gateways accept no more spans; 0 = no limit',
    ),
  KAFKA_MAX_MESSAGE_BYTES: count
    .min(64 * 1024)
    .default(16 * MEBIBYTE)
    .describe('Maximum size of a message, and max.message.bytes of the topic when it is created'),
  KAFKA_CONNECTION_TIMEOUT_MS: count.default(3000).describe('Maximum time to connect to a broker'),
  KAFKA_REQUEST_TIMEOUT_MS: count
    .default(10_000)
    .describe('Maximum time for one request to a broker'),
  KAFKA_PUBLISH_TIMEOUT_MS: count
    .default(20_000)
    .describe(
      'Maximum time for one publish with all its retries; after that, the publish fails as retryable',
    ),
  KAFKA_MAX_IN_FLIGHT_BYTES: count
    .default(64 * MEBIBYTE)
    .describe(
      'Limit of the uncompressed bytes that a publisher holds; above it, publishes fail immediately as retryable',
    ),
  KAFKA_SESSION_TIMEOUT_MS: count
    .default(30_000)
    .describe(
      'Time without a heartbeat after which the group assigns the partitions of a consumer to other consumers',
    ),
  KAFKA_FETCH_MAX_WAIT_MS: count
    .default(250)
    .describe('Maximum time that one fetch waits for new messages'),
  KAFKA_FETCH_MAX_BYTES: count
    .default(16 * MEBIBYTE)
    .describe('Maximum size of one fetch over all partitions'),
  KAFKA_FETCH_PARTITION_MAX_BYTES: count
    .default(2 * MEBIBYTE)
    .describe(
      'Maximum size of one fetch per partition, and size of unprocessed messages at which the partition is paused',
    ),
  KAFKA_SSL: z.stringbool().default(false).describe('Connect to the brokers with TLS'),
  KAFKA_SASL_MECHANISM: z
    .enum(['plain', 'scram-sha-256', 'scram-sha-512'])
    .optional()
    .describe('SASL mechanism; absent = no authentication'),
  KAFKA_SASL_USERNAME: z.string().default('').describe('SASL user name'),
  KAFKA_SASL_PASSWORD: z.string().default('').describe('SASL password'),
};

export type KafkaConfig = Config<typeof kafkaConfigFields>;
