import { type Clock, createMeter, type Registry } from '@spanhouse/service-runtime';
import type { StoreReading, StoreState, TableState } from '@spanhouse/trace-store/writer';

export interface StoreMetricsOptions {
  readonly state: Pick<StoreState, 'read'>;
  /**
   * Returns whether this consumer reports the metrics. Only one consumer does, because all consumers see the same
   * ClickHouse.
   */
  readonly isInCharge: () => boolean;
  readonly clock: Pick<Clock, 'monotonicMs'>;
}

/** Time for which a reading is reused. Frequent scrapes therefore cause no additional reads. */
const KEPT_MS = 10_000;
/** Spanhouse tables. The metrics ignore all other tables. */
const watchedTables = [
  'spans',
  'trace_index',
  'tombstones',
  'dead_letters',
  'lost_messages',
  'attribute_shapes',
  'services',
  'visible_times',
  'span_metrics',
  'removed_spans',
  'message_ledger',
  'removed_rows',
  'schema_migrations',
] as const;
const noParts: TableState = { parts: 0, partitionPartsMax: 0, rows: 0, bytesOnDisk: 0 };

/**
 * Registers gauges about ClickHouse. Their values are read at each scrape. A gauge without a value is absent, except
 * `spanhouse_clickhouse_state_up`, which is then 0.
 */
export function registerStoreMetrics(registry: Registry, options: StoreMetricsOptions): void {
  const read = createCachedReading(options);
  const gauge = createGauges(registry, read);
  gauge(
    'state_up',
    '1 if the system tables of every ClickHouse server could be read.',
    (reading) => (reading?.isComplete === true ? 1 : 0),
  );
  registerTables(registry, read);
  gauge('merges', 'Running merges.', (reading) => reading?.merges);
  gauge(
    'merge_duration_seconds_max',
    'Seconds since the oldest running merge started.',
    (reading) => reading?.longestMergeSeconds,
  );
  gauge('mutations_pending', 'Unfinished mutations.', (reading) => reading?.pendingMutations);
  const sized = (reading: StoreReading | undefined) =>
    reading !== undefined && reading.diskSizeBytes > 0 ? reading : undefined;
  gauge(
    'disk_free_bytes',
    'Free space of the ClickHouse disk with the smallest free share.',
    (reading) => sized(reading)?.diskFreeBytes,
  );
  gauge(
    'disk_size_bytes',
    'Size of the ClickHouse disk with the smallest free share.',
    (reading) => sized(reading)?.diskSizeBytes,
  );
  gauge('uptime_seconds', 'Seconds since ClickHouse started.', (reading) => reading?.uptimeSeconds);
  gauge(
    'replicas_readonly',
    'Replicated tables that are read-only on the server.',
    (reading) => reading?.readonlyReplicas,
  );
  gauge(
    'replication_delay_seconds',
    'Largest replication delay among the replicated tables.',
    (reading) => reading?.replicationDelaySeconds,
  );
}

/**
 * Resolves with the latest reading; with `elsewhere` if another consumer reports the metrics; or with undefined if the
 * reading failed.
 */
type Read = () => Promise<StoreReading | 'elsewhere' | undefined>;

/** Returns a function that never rejects and reads the state at most once per KEPT_MS. */
function createCachedReading({ state, isInCharge, clock }: StoreMetricsOptions): Read {
  let readAtMs = Number.NEGATIVE_INFINITY;
  let reading: Promise<StoreReading | undefined> = Promise.resolve(undefined);
  return async () => {
    if (!isInCharge()) {
      return 'elsewhere';
    }
    if (clock.monotonicMs() - readAtMs >= KEPT_MS) {
      readAtMs = clock.monotonicMs();
      reading = state.read().catch(() => undefined);
    }
    return await reading;
  };
}

/** Returns a function that registers a gauge. A gauge without a value is absent from the scrape. */
function createGauges(registry: Registry, read: Read) {
  type Select = (reading: StoreReading | undefined) => number | undefined;
  return (name: string, help: string, select: Select) =>
    createMeter(registry).reading(`spanhouse_clickhouse_${name}`, help, async () => {
      const reading = await read();
      return reading === 'elsewhere' ? undefined : select(reading);
    });
}

/**
 * Registers the gauges with a value for each table. A table without rows has no parts in ClickHouse and counts as
 * empty.
 */
function registerTables(registry: Registry, read: Read): void {
  const gauge = (name: string, help: string, member: keyof TableState) =>
    createMeter(registry).readings(`spanhouse_clickhouse_${name}`, help, {
      label: 'table',
      async read() {
        const reading = await read();
        return reading === undefined || reading === 'elsewhere'
          ? []
          : watchedTables.map((table) => [table, (reading.tables.get(table) ?? noParts)[member]]);
      },
    });
  gauge('parts', 'Active parts.', 'parts');
  gauge(
    'partition_parts_max',
    'Largest number of active parts in one partition; if it is high, ClickHouse first delays inserts and then refuses them.',
    'partitionPartsMax',
  );
  gauge('rows', 'Rows in active parts, including superseded versions.', 'rows');
  gauge('bytes_on_disk', 'Size of the active parts.', 'bytesOnDisk');
}
