import {
  systemClock as clock,
  createLogger,
  exitOnConfigError,
  loadConfig,
  requireNodeVersion,
} from '@spanhouse/service-runtime';
import { ensureTopics } from '@spanhouse/span-log/kafka-topics';
import { requireClusterServers } from '@spanhouse/trace-store/clickhouse-config';
import { nextLogGeneration } from '@spanhouse/trace-store/migrations';
import { type MigrationStep, migrateAll } from './app.js';
import { migratorConfigFields } from './config.js';
import { catalogStep, clickhouseStep } from './migration-steps.js';

/** 128 + 15 (SIGTERM), the exit code that shells report for this signal. */
const EXIT_TERMINATED = 143;

requireNodeVersion();
// In a container, a process with id 1 ignores signals that have no handler. After an interruption, the next run
// continues the migration.
for (const signal of ['SIGTERM', 'SIGINT']) {
  process.once(signal, () => process.exit(EXIT_TERMINATED));
}

const config = exitOnConfigError(() => {
  const loaded = loadConfig(migratorConfigFields, process.env);
  requireClusterServers(loaded);
  return loaded;
});
const logger = createLogger({ level: config.LOG_LEVEL, service: 'schema-migrator' });

const steps = [
  clickhouseStep(config, { clock, logger }),
  ...topicsStep(config.KAFKA_BROKERS),
  catalogStep(config.CATALOG_URL, { clock, logger }),
];
const exitCode = await migrateAll(steps, {
  clock,
  logger,
  timeoutMs: config.MIGRATE_TIMEOUT_MS,
}).then(
  () => {
    logger.info({ steps: steps.map(({ name }) => name) }, 'everything is migrated');
    return 0;
  },
  (err) => {
    logger.fatal({ err }, 'migration failed');
    return 1;
  },
);
process.exit(exitCode);

/**
 * Returns the step that creates the topics, if Kafka is configured. The step runs after ClickHouse, because a new log
 * needs a generation above that of every stored row.
 */
function topicsStep(brokers: readonly string[] | undefined): readonly MigrationStep[] {
  if (brokers === undefined) {
    return [];
  }
  const kafka = { ...config, KAFKA_BROKERS: [...brokers] };
  const generationForNewLog = () => nextLogGeneration(config, { logger });
  return [
    {
      name: 'topics',
      run: async () => ({
        topic: kafka.KAFKA_TOPIC,
        ...(await ensureTopics({ config: kafka, generationForNewLog, clock, logger })),
      }),
    },
  ];
}
