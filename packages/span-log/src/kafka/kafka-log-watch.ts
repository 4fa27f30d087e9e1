import { repeat } from '@spanhouse/service-runtime';
import type { Admin } from 'kafkajs';
import type { LogReport } from '../log-report.js';
import type { KafkaOptions } from './client/kafka-client.js';
import { readUnreadRanges } from './group/group-offsets.js';
import { keepAdmin } from './kafka-topics.js';
import { readTopicSettings } from './topic-settings.js';
import { readUnreadAges } from './unread-ages.js';

export interface KafkaLogWatchOptions extends KafkaOptions {
  /** Receives the results. Without `unread`, the group's offsets are not read. */
  readonly report: Pick<LogReport, 'settings'> & Partial<Pick<LogReport, 'unread'>>;
}

const WATCH_INTERVAL_MS = 60_000;

/**
 * Reports the topic's settings and the age of the group's oldest unstored message. Reports are made at the start and
 * then every minute until the watch is closed. Rejects with a retryable AppError if the settings cannot be read at the
 * start. After any later failure, the last report stays valid.
 */
export async function createKafkaLogWatch(options: KafkaLogWatchOptions) {
  const { clock, logger } = options;
  const admin = await keepAdmin(options, async (opened) => {
    await reportSettings(opened, options);
    return opened;
  });
  // A failed check is only logged, because the coordinator of a new group may not be ready yet.
  const looks = repeat(clock, WATCH_INTERVAL_MS, () =>
    look(admin, options).catch((error: unknown) => {
      logger.warn({ err: error }, 'the state of the log cannot be read');
    }),
  );
  await looks.first;
  return {
    async close(): Promise<void> {
      await looks.close();
      await admin.disconnect();
    },
  };
}

async function reportSettings(admin: Admin, { config, report }: KafkaLogWatchOptions) {
  const settings = await readTopicSettings(admin, config);
  report.settings(config.KAFKA_TOPIC, settings);
  return settings;
}

async function look(admin: Admin, options: KafkaLogWatchOptions): Promise<void> {
  const { config, clock, report } = options;
  const { KAFKA_TOPIC: topic } = config;
  const settings = await reportSettings(admin, options);
  if (report.unread === undefined) {
    return;
  }
  const known = settings.find(({ name }) => name === 'retention.ms')?.value;
  const retentionMs = Number(known ?? config.KAFKA_RETENTION_MS);
  const ranges = await readUnreadRanges(admin, config);
  const unread = ranges.filter(({ first, end }) => first < end);
  const ages = await readUnreadAges({
    offsetsByTime: (sinceMs) => admin.fetchTopicOffsetsByTimestamp(topic, sinceMs),
    unread: new Map(unread.map(({ partition, first }) => [partition, first])),
    nowMs: clock.nowMs(),
    // The search needs an upper bound even if the topic has no limit.
    maxAgeMs: retentionMs < 0 ? config.KAFKA_RETENTION_MS : retentionMs,
  });
  const dropped = ranges.reduce((sum, range) => sum + range.dropped, 0);
  report.unread({ topic, ageMs: Math.max(0, ...ages.values()), retentionMs, dropped });
}
