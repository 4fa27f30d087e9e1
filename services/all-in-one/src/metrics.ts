import { type StatsFs, statfsSync } from 'node:fs';
import { createMeter, type Registry } from '@spanhouse/service-runtime';
import { logSpaceHelp } from '@spanhouse/span-log/log-space-report';
import { Counter } from 'prom-client';

/** Registers metrics for the embedded log's size. With Kafka, the brokers report such metrics themselves. */
export function registerEmbeddedLogMetrics(
  registry: Registry,
  log: {
    stats(): { readonly fileBytes: number; readonly usedBytes: number };
    deadLetterStats(): {
      readonly bytes: number;
      readonly removed: Readonly<Record<'age' | 'bytes', number>>;
    };
  },
  { maxBytes, minFreeBytes }: { readonly maxBytes: number; readonly minFreeBytes: number },
): void {
  const gauge = (name: string, help: string, read: () => number) =>
    createMeter(registry).reading(`spanhouse_log_${name}`, help, read);
  gauge(
    'file_bytes',
    'Size of the log file, including free pages, which are reused.',
    () => log.stats().fileBytes,
  );
  gauge('used_bytes', logSpaceHelp.used, () => log.stats().usedBytes);
  gauge('limit_bytes', logSpaceHelp.limit, () => maxBytes);
  gauge(
    'min_free_bytes',
    'Free disk space below which the log accepts no further spans.',
    () => minFreeBytes,
  );
  gauge(
    'dead_letter_bytes',
    'Bytes of the dead letters in the log.',
    () => log.deadLetterStats().bytes,
  );
  new Counter({
    name: 'spanhouse_log_dead_letter_rows_removed_total',
    help: 'Rows of dead letters that were removed because of their age or their size limit.',
    labelNames: ['reason'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [reason, rows] of Object.entries(log.deadLetterStats().removed)) {
        this.inc({ reason }, rows);
      }
    },
  });
}

/** Registers a metric for the free space in the file system of the data directory. */
export function registerDataDirectoryMetrics(
  registry: Registry,
  path: string,
  statfs: (path: string) => Pick<StatsFs, 'bavail' | 'blocks' | 'bsize'> = statfsSync,
): void {
  const gauge = (name: string, help: string, blocks: 'bavail' | 'blocks') =>
    createMeter(registry).reading(`spanhouse_data_directory_${name}`, help, () => {
      const stats = statfs(path);
      return stats[blocks] * stats.bsize;
    });
  gauge(
    'free_bytes',
    'Free space on the file system of DATA_DIR that this process may use.',
    'bavail',
  );
  gauge('size_bytes', 'Size of the file system of DATA_DIR.', 'blocks');
}
