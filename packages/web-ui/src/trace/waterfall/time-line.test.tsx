import { screen } from '@testing-library/react';
import { showAt } from '../../testing/show-at.js';
import { timeAxis } from './time-axis.js';
import { TimeLine } from './time-line.js';

const axis = timeAxis(2_000_000_000, []);

describe('TimeLine', () => {
  it.each([
    { from: 0, to: 2_000_000_000, labels: ['0', '400 ms', '800 ms', '1.20 s', '1.60 s'] },
    { from: 1000, to: 1010, labels: ['1 µs', '+2 ns', '+4 ns', '+6 ns', '+8 ns'] },
  ])('has labels that differ between $from and $to ns', async ({ from, to, labels }) => {
    await showAt('/', <TimeLine axis={axis} zoom={{ from, to }} />);

    for (const label of labels) {
      expect(screen.getByText(label)).toBeDefined();
    }
  });
});
