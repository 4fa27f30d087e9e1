import { Gauge, type Registry } from 'prom-client';

/** Values that are read when metrics are scraped. */
export interface ConsumerReadings {
  readonly lagRecords: () => Promise<ReadonlyMap<number, number>>;
  readonly lagSeconds: () => ReadonlyMap<number, number>;
  readonly heldBytes: () => number;
  readonly memoryLimitBytes: number;
  /** Nanoseconds since the Unix epoch. */
  readonly nowNs: () => bigint;
}

/** Creates the gauges that read their values when metrics are scraped. */
export function createLagMetrics(registry: Registry, readings: ConsumerReadings): void {
  const registers = [registry];
  const labelNames = ['partition'] as const;
  new Gauge({
    name: 'spanhouse_consumer_lag_records',
    help: 'Messages between the committed offset and the end of each owned partition',
    labelNames,
    registers,
    async collect() {
      const lag = await readings.lagRecords().catch(() => undefined); // the last known values stay
      if (lag === undefined) {
        return;
      }
      this.reset();
      for (const [partition, records] of lag) {
        this.set({ partition }, records);
      }
    },
  });
  new Gauge({
    name: 'spanhouse_consumer_lag_seconds',
    help: 'Age of the oldest span that was read from the log and is not committed yet',
    labelNames,
    registers,
    collect() {
      this.reset();
      for (const [partition, seconds] of readings.lagSeconds()) {
        this.set({ partition }, seconds);
      }
    },
  });
  new Gauge({
    name: 'spanhouse_consumer_memory_held_bytes',
    help: 'Compressed bytes of open and flushing blocks',
    registers,
    collect() {
      this.set(readings.heldBytes());
    },
  });
  new Gauge({
    name: 'spanhouse_consumer_memory_limit_bytes',
    help: 'BATCH_MEMORY_BYTES; above it, no more messages are read from the log',
    registers,
  }).set(readings.memoryLimitBytes);
}
