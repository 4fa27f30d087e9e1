import type { Timer } from '@spanhouse/service-runtime';
import type { Admin } from 'kafkajs';
import type { LogReport } from '../log-report.js';
import { createKafkaClient, type KafkaOptions } from './client/kafka-client.js';
import { toKafkaUnavailable } from './client/kafka-error.js';
import { readUnreadRanges } from './group/group-offsets.js';
import { readTopicSettings } from './topic-settings.js';
import { readUnreadAges } from './unread-ages.js';

export interface KafkaLogWatchOptions extends KafkaOptions {
  /** Receives the results. If it has no `unread`, the offsets of the group are not read. */
  readonly report: Pick<LogReport, 'settings'> & Partial<Pick<LogReport, 'unread'>>;
}

const WATCH_INTERVAL_MS = 60_000;

/**
 * Reports the settings of the topic and the age of the oldest message that the group has not stored, now and every
 * minute, until it is closed. Rejects with a retryable AppError if the settings cannot be read at the start. After any
 * other failure, the last report stays valid.
 */
export async function createKafkaLogWatch(options: KafkaLogWatchOptions) {
  const { config, clock, logger } = options;
  const admin = createKafkaClient(config, logger).admin();
  let timer: Timer | undefined;
  let looking: Promise<void> = Promise.resolve();
  let isClosed = false;

  const lookAgain = async (): Promise<void> => {
    await look(admin, options).catch((error: unknown) => {
      logger.warn({ err: error }, 'the state of the log cannot be read');
    });
    wait();
  };
  const wait = (): void => {
    timer = isClosed
      ? undefined
      : clock.setTimer(WATCH_INTERVAL_MS, () => {
          looking = lookAgain();
        });
  };

  try {
    await admin.connect();
    await reportSettings(admin, options);
  } catch (error) {
    await admin.disconnect();
    throw toKafkaUnavailable(error, config);
  }
  // This call never rejects, because the coordinator of a new group may not be ready yet.
  await lookAgain();
  return {
    async close(): Promise<void> {
      isClosed = true;
      timer?.cancel();
      await looking;
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
    // A topic without a limit still needs an upper bound for the search.
    maxAgeMs: retentionMs < 0 ? config.KAFKA_RETENTION_MS : retentionMs,
  });
  const dropped = ranges.reduce((sum, range) => sum + range.dropped, 0);
  report.unread({ topic, ageMs: Math.max(0, ...ages.values()), retentionMs, dropped });
}
