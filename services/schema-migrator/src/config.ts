import { catalogConfigFields } from '@spanhouse/catalog';
import { loggingConfigFields } from '@spanhouse/service-runtime';
import { kafkaConfigFields } from '@spanhouse/span-log/kafka-config';
import {
  clickhouseClusterConfigFields,
  clickhouseConfigFields,
} from '@spanhouse/trace-store/clickhouse-config';
import { z } from 'zod';

/** Settings for the migrator: the addresses of all backends that it prepares, and the maximum time to wait for them. */
export const migratorConfigFields = {
  MIGRATE_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .positive()
    .default(120_000)
    .describe('Time to wait for backends that are still starting'),
  ...clickhouseConfigFields,
  ...clickhouseClusterConfigFields,
  ...catalogConfigFields,
  ...kafkaConfigFields,
  KAFKA_BROKERS: kafkaConfigFields.KAFKA_BROKERS.optional().describe(
    'Bootstrap brokers, host:port, separated by commas; absent = no topics are made',
  ),
  ...loggingConfigFields,
};
