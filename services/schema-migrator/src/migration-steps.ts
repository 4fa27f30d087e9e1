import { type CatalogAddress, migrateCatalog } from '@spanhouse/catalog';
import type { Clock, Logger } from '@spanhouse/service-runtime';
import type { ClickHouseClusterConfig } from '@spanhouse/trace-store/clickhouse-config';
import { applyMigrations } from '@spanhouse/trace-store/migrations';
import type { MigrationStep } from './app.js';

/** Dependencies of the steps in addition to their backend. */
interface StepDependencies {
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Creates the step that migrates the tables and views of ClickHouse on every server of a cluster.
 *
 * A repeated run applies only the missing migrations. The step fails at once, without a retry, if an applied migration
 * was changed or the schema is newer than this program.
 */
export function clickhouseStep(
  config: ClickHouseClusterConfig,
  dependencies: StepDependencies,
): MigrationStep {
  return {
    name: 'clickhouse',
    run: async () => ({ ...(await applyMigrations(config, dependencies)) }),
  };
}

/**
 * Creates the step that migrates the catalog and creates its default project. It applies every missing migration or
 * none. An SQLite file is created if it is missing; a PostgreSQL database must exist.
 */
export function catalogStep(address: CatalogAddress, { logger }: StepDependencies): MigrationStep {
  return {
    name: 'catalog',
    async run() {
      await migrateCatalog(address, { logger });
      return { dialect: address.dialect };
    },
  };
}
