import type { Clock, Registry } from '@spanhouse/service-runtime';
import type { StoreReading, StoreState, TableState } from '@spanhouse/trace-store/writer';
import { Gauge } from 'prom-client';

export interface StoreMetricsOptions {
  readonly state: Pick<StoreState, 'read'>;
  /** All consumers see the same ClickHouse: only one of them shows it. */
  readonly isInCharge: () => boolean;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** However often, and by however many, metrics are scraped. */
const KEPT_MS = 10_000;
const TABLES = [
  ...['spans', 'trace_index', 'tombstones', 'dead_letters', 'attribute_shapes'],
  'schema_migrations',
] as const;
const NO_PARTS: TableState = { parts: 0, partitionPartsMax: 0, rows: 0, bytesOnDisk: 0 };

/** Read at a scrape. What could not be read is absent, apart from `…_state_up`, which is 0 then. */
export function registerStoreMetrics(registry: Registry, options: StoreMetricsOptions): void {
  const read = createCachedReading(options);
  const gauge = createGauges(registry, read);
  gauge(
    'state_up',
    'Whether the system tables of every ClickHouse server could be read.',
    (reading) => (reading?.isComplete === true ? 1 : 0),
  );
  registerTables(registry, read);
  gauge('merges', 'Merges that are running.', (reading) => reading?.merges);
  gauge(
    'merge_duration_seconds_max',
    'How long the oldest running merge has been at it.',
    (reading) => reading?.longestMergeSeconds,
  );
  gauge(
    'mutations_pending',
    'Mutations that are not done.',
    (reading) => reading?.pendingMutations,
  );
  const sized = (reading: StoreReading | undefined) =>
    reading !== undefined && reading.diskSizeBytes > 0 ? reading : undefined;
  gauge(
    'disk_free_bytes',
    'Free space of the disk of ClickHouse that has the smallest share free.',
    (reading) => sized(reading)?.diskFreeBytes,
  );
  gauge('disk_size_bytes', 'Size of that disk.', (reading) => sized(reading)?.diskSizeBytes);
  gauge('uptime_seconds', 'Since ClickHouse was started.', (reading) => reading?.uptimeSeconds);
  gauge(
    'replicas_readonly',
    'Replicated tables of the server that cannot be written.',
    (reading) => reading?.readonlyReplicas,
  );
  gauge(
    'replication_delay_seconds',
    'How far the replicated table that is furthest behind is behind.',
    (reading) => reading?.replicationDelaySeconds,
  );
}

type Read = () => Promise<StoreReading | 'elsewhere' | undefined>;

function createCachedReading({ state, isInCharge, clock }: StoreMetricsOptions): Read {
  let readAtMs = Number.NEGATIVE_INFINITY;
  let reading: Promise<StoreReading | undefined> = Promise.resolve(undefined);
  return async () => {
    if (!isInCharge()) return 'elsewhere';
    if (clock.nowMs() - readAtMs >= KEPT_MS) {
      readAtMs = clock.nowMs();
      reading = state.read().catch(() => undefined);
    }
    return await reading;
  };
}

function createGauges(registry: Registry, read: Read) {
  type Select = (reading: StoreReading | undefined) => number | undefined;
  return (name: string, help: string, select: Select) =>
    new Gauge({
      name: `spanhouse_clickhouse_${name}`,
      help,
      registers: [registry],
      async collect() {
        const reading = await read();
        const value = reading === 'elsewhere' ? undefined : select(reading);
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
}

function registerTables(registry: Registry, read: Read): void {
  const gauge = (name: string, help: string, member: keyof TableState) =>
    new Gauge({
      name: `spanhouse_clickhouse_${name}`,
      help,
      labelNames: ['table'],
      registers: [registry],
      async collect() {
        const reading = await read();
        this.reset();
        if (reading === undefined || reading === 'elsewhere') return;
        for (const [table, state] of toKnownTables(reading)) this.set({ table }, state[member]);
      },
    });
  gauge('parts', 'Active parts.', 'parts');
  gauge(
    'partition_parts_max',
    'Most active parts of one partition; ClickHouse slows inserts down by them, then refuses.',
    'partitionPartsMax',
  );
  gauge('rows', 'Rows in active parts, superseded versions included.', 'rows');
  gauge('bytes_on_disk', 'Size of active parts.', 'bytesOnDisk');
}

function toKnownTables({ tables }: StoreReading): readonly (readonly [string, TableState])[] {
  return TABLES.map((table) => [table, tables.get(table) ?? NO_PARTS]);
}
