import type { Registry } from '@spanhouse/service-runtime';
import { Gauge } from 'prom-client';

interface EmbeddedLogStats {
  readonly fileBytes: number;
  readonly usedBytes: number;
  readonly inFlightBytes: number;
}

/** What the embedded log holds; Kafka's brokers have metrics of their own. */
export function registerEmbeddedLogMetrics(
  registry: Registry,
  log: { stats(): EmbeddedLogStats },
): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: `spanhouse_log_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  gauge(
    'file_bytes',
    'Size of the log file; free pages in it are used again.',
    () => log.stats().fileBytes,
  );
  gauge('used_bytes', 'Bytes of the log file that are in use.', () => log.stats().usedBytes);
  gauge('in_flight_bytes', 'Bytes accepted and not yet on disk.', () => log.stats().inFlightBytes);
}
