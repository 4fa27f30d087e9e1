import { type CatalogAddress, migrateCatalog } from '@spanhouse/catalog';
import type { Clock, Logger } from '@spanhouse/service-runtime';
import type { ClickHouseClusterConfig } from '@spanhouse/trace-store/clickhouse-config';
import { applyMigrations } from '@spanhouse/trace-store/migrations';
import type { MigrationStep } from './app.js';

/** Dependencies of the steps, apart from their backends. */
interface StepDependencies {
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Creates the step that migrates the tables and views of ClickHouse, on every server of a cluster. A repeated run
 * applies only the missing migrations. If an applied migration was changed or the schema is newer than this program,
 * the step fails immediately, without a retry.
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
 * Creates the step that migrates the catalog and creates the default project. Applies either all missing migrations or
 * none. Creates a missing SQLite file; a PostgreSQL database must exist.
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
