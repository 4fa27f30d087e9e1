import { render, screen } from '@testing-library/react';
import { TimeCell } from './time-cell.js';

describe('TimeCell', () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: Date.parse('2026-05-01T10:05:00Z') });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('shows the time of day of today, and the whole time on hover', () => {
    render(<TimeCell time="2026-05-01T09:00:00.123456789Z" zone="utc" />);

    const { textContent } = screen.getByTitle('Fri 1 May 2026, 2026-05-01T09:00:00.123456789Z');
    expect(textContent).toBe('09:00:00.123');
  });

  it('begins with the day when that is not today', () => {
    render(<TimeCell time="2026-04-30T23:59:59.999Z" zone="utc" />);

    expect(screen.getByTitle(/^Thu 30 Apr 2026/).textContent).toBe('30 Apr 23:59:59.999');
  });
});
