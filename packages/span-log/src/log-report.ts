import { createMeter, type Health, type Logger, type Registry } from '@spanhouse/service-runtime';
import { type TopicSetting, topicSettingNames, topicSettingStates } from './topic-settings.js';

const MS_PER_SECOND = 1000;
const MS_PER_HOUR = 3_600_000;

/** Share of the retention time after which unread messages cause a warning. */
const WARN_SHARE = 0.5;

/** The oldest message that is not stored yet, and the log's retention time. */
export interface UnreadState {
  readonly topic: string;
  readonly ageMs: number;
  /** The log's retention time; -1 means for ever. */
  readonly retentionMs: number;
  /** Number of unread messages that the log has dropped. The next consumer counts and records them. */
  readonly dropped: number;
}

/**
 * Receives every condition that could endanger the log's messages, and turns it into metrics, `/readyz` warnings and
 * log lines.
 */
export interface LogReport {
  settings(topic: string, settings: readonly TopicSetting[]): void;
  unread(state: UnreadState): void;
  /**
   * Reports that the group has no committed offset in `partitions`, although the store has spans from these partitions.
   */
  offsetsExpired(partitions: readonly number[]): void;
}

/** The registry, the warnings and the logger to which a report writes. */
export interface LogReportOptions {
  readonly registry: Registry;
  readonly health: Pick<Health, 'warn'>;
  readonly logger: Logger;
}

/** Creates the part of a report that concerns only the topic. Registers the part's metrics immediately. */
export function createTopicReport({
  registry,
  health,
  logger,
}: LogReportOptions): Pick<LogReport, 'settings'> {
  const gauge = createMeter(registry).gauge(
    'spanhouse_log_setting',
    '1 for the current state of each setting of the topic; kept = as required, weak = it weakens the delivery promise, unknown = the service may not read it',
    { setting: topicSettingNames, state: topicSettingStates },
  );
  const logged = new Map<string, string>();

  /** Logs a setting once per value. */
  const logOnce = (topic: string, { name, value, wanted, state }: TopicSetting): void => {
    const seen = `${state} ${value}`;
    if (state !== 'kept' && logged.get(name) !== seen) {
      const facts = { topic, setting: name, state, value, wanted };
      logger.warn(facts, 'a setting of the topic is weak or unknown');
    }
    logged.set(name, seen);
  };

  return {
    settings(topic, settings) {
      for (const setting of settings) {
        logOnce(topic, setting);
        for (const state of topicSettingStates) {
          gauge.set({ setting: setting.name, state }, setting.state === state ? 1 : 0);
        }
      }
      health.warn('topic_settings', describeSettings(topic, settings));
    },
  };
}

/** Creates a report. Registers the report's metrics immediately. */
export function createLogReport(options: LogReportOptions): LogReport {
  const { registry, health, logger } = options;
  const metrics = createLogMetrics(registry);
  let isWarned = false;

  return {
    ...createTopicReport(options),

    unread(state) {
      const { topic, ageMs, retentionMs, dropped } = state;
      const isLimited = retentionMs >= 0;
      metrics.unreadAge.set(ageMs / MS_PER_SECOND);
      metrics.retention.set(isLimited ? retentionMs / MS_PER_SECOND : Number.POSITIVE_INFINITY);
      const isNear = isLimited && ageMs > WARN_SHARE * retentionMs;
      if (isNear && !isWarned) {
        logger.error({ ...state }, 'the log will drop unread messages');
      }
      isWarned = isNear;
      health.warn('retention', isNear ? describeUnread(state) : undefined);
      health.warn(
        'dropped_messages',
        dropped > 0 ? `${topic} has dropped ${dropped} unread messages` : undefined,
      );
    },

    offsetsExpired(partitions) {
      metrics.expiredOffsets.inc(partitions.length);
      logger.error({ partitions }, 'the committed offsets of the group have expired');
      health.warn(
        'committed_offsets',
        `the committed offsets of the partitions ${partitions.join(', ')} had expired; reading continues with the last stored spans`,
      );
    },
  };
}

/** Creates the metrics for the group's unread messages. */
function createLogMetrics(registry: Registry) {
  const { counter, gauge } = createMeter(registry);
  return {
    unreadAge: gauge(
      'spanhouse_log_unread_age_seconds',
      'Age of the oldest unstored message in Kafka, at most its retention; 0 if there is no such message',
    ),
    retention: gauge(
      'spanhouse_log_retention_seconds',
      'retention.ms of the topic; older messages are dropped, even if they are unread',
    ),
    expiredOffsets: counter(
      'spanhouse_log_expired_offsets_total',
      'Partitions that had no committed offset of the group although their spans are stored',
    ),
  };
}

function describeUnread({ topic, ageMs, retentionMs }: UnreadState): string {
  const left = toHours(retentionMs - ageMs);
  return `the oldest unread message is ${toHours(ageMs)} hours old; ${topic} drops it in ${left} hours`;
}

function describeSettings(topic: string, settings: readonly TopicSetting[]): string | undefined {
  const texts = settings
    .filter(({ state }) => state !== 'kept')
    .map(({ name, value, wanted }) =>
      value === undefined
        ? `${name} may not be read, and should be ${wanted}`
        : `${name} is ${value}, and should be ${wanted}`,
    );
  return texts.length === 0 ? undefined : `${topic}: ${texts.join('; ')}`;
}

function toHours(ms: number): string {
  return (Math.max(ms, 0) / MS_PER_HOUR).toFixed(1);
}
