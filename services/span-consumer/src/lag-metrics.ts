import { createMeter, type Registry } from '@spanhouse/service-runtime';

/** The values that the gauges read when metrics are scraped. */
export interface ConsumerReadings {
  readonly lagRecords: () => Promise<ReadonlyMap<number, number>>;
  readonly lagSeconds: () => ReadonlyMap<number, number>;
  readonly heldBytes: () => number;
  readonly memoryLimitBytes: number;
  /** Returns the current time in nanoseconds since the Unix epoch. */
  readonly nowNs: () => bigint;
}

/** Creates the gauges of lag and memory. They read their values when metrics are scraped. */
export function createLagMetrics(registry: Registry, readings: ConsumerReadings): void {
  const meter = createMeter(registry);
  meter.readings(
    'spanhouse_consumer_lag_records',
    'Messages between the committed offset and the end of each owned partition',
    { label: 'partition', read: () => readings.lagRecords().catch(() => undefined) },
  );
  meter.readings(
    'spanhouse_consumer_lag_seconds',
    'Age of the oldest span that was read from the log and is not committed yet',
    { label: 'partition', read: readings.lagSeconds },
  );
  meter.reading(
    'spanhouse_consumer_memory_held_bytes',
    'Compressed bytes of open and flushing blocks',
    readings.heldBytes,
  );
  meter
    .gauge(
      'spanhouse_consumer_memory_limit_bytes',
      'BATCH_MEMORY_BYTES; above it, no more messages are read from the log',
    )
    .set(readings.memoryLimitBytes);
}
