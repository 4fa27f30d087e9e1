import { defaultStep, parseMetricsTime, parseSince, parseStep } from './metrics-times.js';

const SECOND = 1_000_000_000n;

describe('parseMetricsTime', () => {
  it.each([
    ['1777629600', 1_777_629_600n * SECOND],
    ['1777629600.25', 1_777_629_600n * SECOND + 250_000_000n],
    ['1777629600000000001', 1_777_629_600n * SECOND + 1n],
    ['2026-05-01T10:00:00Z', 1_777_629_600n * SECOND],
    ['2026-05-01T12:00:00.5+02:00', 1_777_629_600n * SECOND + 500_000_000n],
    ['now', undefined],
    ['-1', undefined],
    ['1e9', undefined],
  ])('reads %s', (text, time) => {
    expect(parseMetricsTime(text)).toBe(time);
  });
});

describe('parseSince', () => {
  it.each([
    ['1h', 3600n * SECOND],
    ['1d12h', 36n * 3600n * SECOND],
    ['90m500ms', 5400n * SECOND + 500_000_000n],
    ['1w', 604_800n * SECOND],
    ['0s', undefined],
    ['1.5h', undefined],
    ['', undefined],
  ])('reads %s', (text, ns) => {
    expect(parseSince(text)).toBe(ns);
  });
});

describe('parseStep', () => {
  it.each([
    ['1m30s', 90n * SECOND],
    ['15', 15n * SECOND],
    ['0.5', 500_000_000n],
    ['1ms', 1_000_000n],
    ['999us', undefined],
    ['-1s', undefined],
    ['x', undefined],
  ])('reads %s', (text, ns) => {
    expect(parseStep(text)).toBe(ns);
  });
});

describe('defaultStep', () => {
  it.each([
    [10n, 50n],
    [59_999n, 200n],
    [60_000n, 1000n],
    [3_600_000n, 15_000n],
    [3_000_000n, 10_000n],
    [21_600_000n, 60_000n],
    [86_400_000n, 300_000n],
    [7n * 86_400_000n, 2_400_000n],
    [30n * 86_400_000n, 10_800_000n],
  ])('of %s ms is %s ms', (length, step) => {
    expect(defaultStep(length * 1_000_000n)).toBe(step * 1_000_000n);
  });
});
