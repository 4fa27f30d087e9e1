import { render, screen } from '@testing-library/react';
import { TimeAxis } from './time-axis.js';

const HOUR_MS = 3_600_000;

/** Observer that reports a width of 1440 px for every element at once. */
class ReadyObserver extends ResizeObserver {
  readonly #onSize: ResizeObserverCallback;

  constructor(onSize: ResizeObserverCallback) {
    super(onSize);
    this.#onSize = onSize;
  }

  override observe = (): void => this.#onSize([], this);
}

/** Returns the unlabelled ticks of an axis of 1440 px that starts at 10:00. */
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
