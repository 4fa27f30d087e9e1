import { type StatsFs, statfsSync } from 'node:fs';
import type { Registry } from '@spanhouse/service-runtime';
import { Gauge } from 'prom-client';

interface EmbeddedLogStats {
  readonly fileBytes: number;
  readonly usedBytes: number;
}

interface EmbeddedLogLimits {
  readonly maxBytes: number;
  readonly minFreeBytes: number;
}

/** What the embedded log holds; Kafka's brokers have metrics of their own. */
export function registerEmbeddedLogMetrics(
  registry: Registry,
  log: { stats(): EmbeddedLogStats },
  { maxBytes, minFreeBytes }: EmbeddedLogLimits,
): void {
  const gauge = (name: string, help: string, read: () => number) =>
    gaugeOf(registry, `spanhouse_log_${name}`, { help, read });
  gauge(
    'file_bytes',
    'Size of the log file; free pages in it are used again.',
    () => log.stats().fileBytes,
  );
  gauge('used_bytes', 'Bytes of the log file that are in use.', () => log.stats().usedBytes);
  gauge('limit_bytes', 'Used bytes at which the log takes no more spans.', () => maxBytes);
  gauge(
    'min_free_bytes',
    'Free space of its disk below which the log takes no more spans.',
    () => minFreeBytes,
  );
}

/** The file system that all embedded parts write to. */
export function registerDataDirectoryMetrics(
  registry: Registry,
  path: string,
  statfs: (path: string) => Pick<StatsFs, 'bavail' | 'blocks' | 'bsize'> = statfsSync,
): void {
  const gauge = (name: string, help: string, blocks: 'bavail' | 'blocks') =>
    gaugeOf(registry, `spanhouse_data_directory_${name}`, {
      help,
      read: () => {
        const stats = statfs(path);
        return stats[blocks] * stats.bsize;
      },
    });
  gauge('free_bytes', 'Space on the file system of DATA_DIR that this process may use.', 'bavail');
  gauge('size_bytes', 'Size of the file system of DATA_DIR.', 'blocks');
}

function gaugeOf(
  registry: Registry,
  name: string,
  { help, read }: { readonly help: string; readonly read: () => number },
): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}
