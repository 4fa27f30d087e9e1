import { render, screen } from '@testing-library/react';
import fc from 'fast-check';
import { TimeAxis, timeTicks } from './time-axis.js';

const HOUR_MS = 3_600_000;

/** Observer that immediately reports a width of 1440 px for every element. */
class ReadyObserver extends ResizeObserver {
  readonly #onSize: ResizeObserverCallback;

  constructor(onSize: ResizeObserverCallback) {
    super(onSize);
    this.#onSize = onSize;
  }

  override observe = (): void => this.#onSize([], this);
}

/** Returns the labels that do not fit at the end of a 1440 px wide axis starting at 10:00. */
function unnamedAfter(durationMs: number): readonly (string | null)[] {
  const from = Date.parse('2026-05-01T10:00:00Z');
  render(<TimeAxis buckets={{ from, to: from + durationMs, intervalMs: 1000 }} zone="utc" />);
  return screen
    .getAllByText(/\d/)
    .filter(({ dataset }) => dataset['end'] === 'true')
    .map(({ textContent }) => textContent);
}

describe('TimeAxis', () => {
  const { ResizeObserver } = globalThis;
  beforeAll(() => {
    globalThis.ResizeObserver = ReadyObserver;
  });
  afterAll(() => {
    globalThis.ResizeObserver = ResizeObserver;
  });

  it('marks names that have no room at its end', () => {
    expect(unnamedAfter(6 * HOUR_MS)).toEqual(['16:00']);
  });

  it('marks no label that has room', () => {
    expect(unnamedAfter((6 * HOUR_MS) / 0.965)).toEqual([]);
  });

  it('marks a long name where a short one has room', () => {
    expect(unnamedAfter(60_000 / 0.965)).toEqual(['10:01:00']);
  });
});

function texts(from: string, to: string): readonly string[] {
  const ticks = timeTicks({ from: Date.parse(from), to: Date.parse(to) }, 'utc');
  return ticks.map(({ text }) => text);
}

describe('timeTicks', () => {
  it('names round times of a day, and the day where one begins', () => {
    expect(texts('2026-05-01T10:05:00Z', '2026-05-02T10:05:00Z')).toEqual([
      '12:00',
      '16:00',
      '20:00',
      '2 May',
      '04:00',
      '08:00',
    ]);
  });

  it('names seconds and milliseconds where the range is short', () => {
    expect(texts('2026-05-01T10:05:00Z', '2026-05-01T10:05:30Z')[1]).toBe('10:05:05');
    expect(texts('2026-05-01T10:05:00Z', '2026-05-01T10:05:00.050Z')[1]).toBe('10:05:00.010');
  });

  it('names days where the range is long', () => {
    expect(texts('2026-05-01T10:05:00Z', '2026-05-05T10:05:00Z')).toEqual([
      '2 May',
      '3 May',
      '4 May',
      '5 May',
    ]);
  });

  it('names at most seven moments, at equal distances inside the range', () => {
    const time = fc.integer({ min: 0, max: 4_102_444_800_000 });
    const length = fc.integer({ min: 1, max: 10 * 365 * 86_400_000 });
    fc.assert(
      fc.property(time, length, (from, ms) => {
        const places = timeTicks({ from, to: from + ms }, 'utc').map(({ at }) => at);

        expect(places.length).toBeLessThanOrEqual(7);
        expect(places.every((at) => at >= 0 && at <= 1)).toBe(true);
        const gaps = places.slice(1).map((at, index) => at - (places[index] ?? 0));
        expect(gaps.every((gap) => Math.abs(gap - (gaps[0] ?? 0)) < 1e-9)).toBe(true);
      }),
    );
  });
});
