import { render, screen } from '@testing-library/react';
import { TimeAxis } from './time-axis.js';

/** Returns what a narrow axis from 10:00 on does not name. */
function unnamedAfter(durationMs: number): readonly (string | null)[] {
  const from = Date.parse('2026-05-01T10:00:00Z');
  render(<TimeAxis buckets={{ from, to: from + durationMs, intervalMs: 1000 }} zone="utc" />);
  return screen
    .getAllByText(/\d/)
    .filter(({ dataset }) => dataset['end'] === 'true')
    .map(({ textContent }) => textContent);
}

describe('TimeAxis', () => {
  it('marks names that have no room at its end', () => {
    expect(unnamedAfter(6 * 3_600_000)).toEqual(['16:00']);
  });

  it('marks long names earlier', () => {
    expect(unnamedAfter(60_000)).toEqual(['10:00:50', '10:01:00']);
  });

  it('marks none that has room', () => {
    expect(unnamedAfter(4.6 * 3_600_000)).toEqual([]);
  });
});
