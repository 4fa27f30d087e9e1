import { join, resolve } from 'node:path';
import { isCatalogUnused, migrateCatalog } from '@spanhouse/catalog';
import { clickhouseSettings, readAccess, sendStatement } from '@spanhouse/embedded-clickhouse';
import { AppError, type Clock, type Logger } from '@spanhouse/service-runtime';
import { createKafkaCommittedOffsets } from '@spanhouse/span-log/kafka-offsets';
import type { CommittedOffsets } from '@spanhouse/span-log/offsets';
import type { ClickHouseConfig } from '@spanhouse/trace-store/clickhouse-config';
import { applyMigrations } from '@spanhouse/trace-store/migrations';
import { copyStore, requireEmptyStore } from '@spanhouse/trace-store/moving';
import { createStoredPositions } from '@spanhouse/trace-store/writer';
import { embeddedGroupOf } from './promotion/form-settings.js';
import type { PromoteConfig } from './promotion/promote-config.js';
import type { CopiedState, PromotionBackends } from './promotion/promotion-command.js';
import type { PromotionFiles } from './promotion/promotion-files.js';
import { type LedgerOfForm, verifyPromotion } from './promotion/verify-promotion.js';

interface BackendOptions {
  readonly config: PromoteConfig;
  readonly files: PromotionFiles;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly say: (line: string) => void;
}

/**
 * Opens the backends that `npm run promote` uses: the embedded ClickHouse of DATA_DIR, and the backends of the target.
 */
export function openPromotionBackends(options: BackendOptions): PromotionBackends {
  const { config, files, clock, logger, say } = options;
  return {
    async isRunning() {
      try {
        const access = readAccess(clickhousePathOf(config));
        await sendStatement(access, { sql: 'SELECT 1', parameters: {} });
        return true;
      } catch {
        return false;
      }
    },
    async prepareTarget() {
      await applyMigrations(config, { clock, logger });
      await requireEmptyStore(config, { logger });
      await migrateCatalog(config.CATALOG_URL, { logger });
      if (!(await isCatalogUnused(config.CATALOG_URL, { logger }))) {
        const message = 'the catalog of the target has projects, keys or saved queries already';
        throw new AppError('TARGET_IN_USE', message);
      }
    },
    copy: (state, progress) =>
      copyStore({
        source: sourceOf(config, state),
        target: config,
        copyId: state.promotionId,
        endGeneration: state.log.generation,
        progress,
        save: (saved) => Promise.resolve(files.writeProgress(saved)),
        onRows: reportRows(say, clock),
        clock,
        logger,
      }),
    verify: async (state) => {
      const ledgers = await openLedgers(state, options);
      try {
        return await verifyPromotion(ledgers, options);
      } finally {
        await Promise.all([ledgers.source.offsets.close(), ledgers.target.offsets.close()]);
      }
    },
  };
}

async function openLedgers(state: CopiedState, { config, clock, logger }: BackendOptions) {
  const open = async (store: ClickHouseConfig, group: string): Promise<LedgerOfForm> => {
    const storedPositions = createStoredPositions(store, { logger });
    const kafka = { ...config, KAFKA_GROUP_ID: group };
    const offsets: CommittedOffsets = await createKafkaCommittedOffsets({
      config: kafka,
      clock,
      logger,
      storedPositions,
    });
    return { store, offsets };
  };
  return {
    source: await open(sourceOf(config, state), embeddedGroupOf(config.KAFKA_GROUP_ID)),
    target: await open(config, config.KAFKA_GROUP_ID),
  };
}

/**
 * Returns the connection settings of the embedded server. The server's address and password change whenever the process
 * that owns it starts.
 */
function sourceOf(config: PromoteConfig, { database }: CopiedState): ClickHouseConfig {
  return {
    ...clickhouseSettings(readAccess(clickhousePathOf(config))),
    CLICKHOUSE_DATABASE: database,
    CLICKHOUSE_REQUEST_TIMEOUT_MS: config.CLICKHOUSE_REQUEST_TIMEOUT_MS,
  };
}

function clickhousePathOf({ DATA_DIR }: PromoteConfig): string {
  return join(resolve(DATA_DIR), 'clickhouse');
}

const REPORT_MS = 2000;

function reportRows(say: (line: string) => void, clock: Pick<Clock, 'nowMs'>) {
  let reportedMs = Number.NEGATIVE_INFINITY;
  return (copied: number, all: number) => {
    if (clock.nowMs() >= reportedMs + REPORT_MS || copied >= all) {
      reportedMs = clock.nowMs();
      say(`${copied} of ${all} spans are copied`);
    }
  };
}
