import { type CatalogAddress, migrateCatalog } from '@spanhouse/catalog';
import type { Clock, Logger } from '@spanhouse/service-runtime';
import type { ClickHouseClusterConfig } from '@spanhouse/trace-store/clickhouse-config';
import { applyMigrations } from '@spanhouse/trace-store/migrations';
import type { MigrationStep } from './app.js';

interface StepDependencies {
  readonly clock: Clock;
  readonly logger: Logger;
}

export function clickhouseStep(
  config: ClickHouseClusterConfig,
  dependencies: StepDependencies,
): MigrationStep {
  return {
    name: 'clickhouse',
    run: async () => ({ ...(await applyMigrations(config, dependencies)) }),
  };
}

export function catalogStep(address: CatalogAddress, { logger }: StepDependencies): MigrationStep {
  return {
    name: 'catalog',
    async run() {
      await migrateCatalog(address, { logger });
      return { dialect: address.dialect };
    },
  };
}
