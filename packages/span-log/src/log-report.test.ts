import { createHealth } from '@spanhouse/service-runtime';
import { createRecordingLogger } from '@spanhouse/service-runtime/testing';
import { Registry } from 'prom-client';
import { createLogReport } from './log-report.js';
import type { TopicSetting } from './topic-settings.js';

const HOUR_MS = 3_600_000;
const weak: TopicSetting = {
  name: 'retention.bytes',
  value: '1000',
  wanted: '-1',
  state: 'weak',
};

function setUp() {
  const registry = new Registry();
  const health = createHealth({ dependencies: [] });
  const { logger, lines } = createRecordingLogger();
  const report = createLogReport({ registry, health, logger });
  const metric = async (name: string, labels: Readonly<Record<string, string>> = {}) => {
    const values = (await registry.getSingleMetric(name)?.get())?.values ?? [];
    const isMeant = (of: Readonly<Record<string, unknown>>) =>
      Object.entries(labels).every(([label, value]) => of[label] === value);
    return values.find((value) => isMeant(value.labels))?.value;
  };
  return { report, metric, lines, warnings: () => health.report().warnings };
}

describe('createLogReport', () => {
  it('warns of weak and unknown settings with their name, value and required value, and logs each once', async () => {
    const { report, metric, lines, warnings } = setUp();
    const unknown: TopicSetting = { name: 'cleanup.policy', wanted: 'delete', state: 'unknown' };

    report.settings('spans', [weak, unknown]);
    report.settings('spans', [weak, unknown]);

    expect(warnings()).toEqual({
      topic_settings:
        'spans: retention.bytes is 1000, and should be -1; cleanup.policy may not be read, and should be delete',
    });
    expect(lines.map(({ setting }) => setting)).toEqual(['retention.bytes', 'cleanup.policy']);
    const labels = { setting: 'retention.bytes', state: 'weak' };
    expect(await metric('spanhouse_log_setting', labels)).toBe(1);
    expect(await metric('spanhouse_log_setting', { ...labels, state: 'kept' })).toBe(0);
  });

  it('withdraws a warning after the setting is corrected', async () => {
    const { report, metric, warnings } = setUp();
    report.settings('spans', [weak]);

    report.settings('spans', [{ ...weak, value: '-1', state: 'kept' }]);

    expect(warnings()).toBeUndefined();
    const labels = { setting: 'retention.bytes', state: 'weak' };
    expect(await metric('spanhouse_log_setting', labels)).toBe(0);
  });

  it('states the remaining hours after half of the retention of unread messages has passed', async () => {
    const { report, metric, lines, warnings } = setUp();
    const state = { topic: 'spans', retentionMs: 100 * HOUR_MS, dropped: 0 };

    report.unread({ ...state, ageMs: 50 * HOUR_MS });
    const before = warnings();
    report.unread({ ...state, ageMs: 51 * HOUR_MS });
    report.unread({ ...state, ageMs: 52 * HOUR_MS });

    expect(before).toBeUndefined();
    expect(warnings()).toEqual({
      retention: 'the oldest unread message is 52.0 hours old; spans drops it in 48.0 hours',
    });
    expect(lines).toHaveLength(1);
    expect(await metric('spanhouse_log_unread_age_seconds')).toBe(52 * 3600);
    expect(await metric('spanhouse_log_retention_seconds')).toBe(100 * 3600);
  });

  it('warns of messages that were dropped unread, and ignores ages in a topic that keeps messages for ever', () => {
    const { report, warnings } = setUp();

    report.unread({ topic: 'spans', retentionMs: -1, ageMs: 1000 * HOUR_MS, dropped: 7 });

    expect(warnings()).toEqual({ dropped_messages: 'spans has dropped 7 unread messages' });
  });

  it('counts partitions whose committed offsets have expired', async () => {
    const { report, metric, warnings } = setUp();

    report.offsetsExpired([0, 3]);

    expect(await metric('spanhouse_log_expired_offsets_total')).toBe(2);
    expect(warnings()).toHaveProperty('committed_offsets', expect.stringContaining('0, 3'));
  });
});
