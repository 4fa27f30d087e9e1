import { screen } from '@testing-library/react';
import { showAt } from '../testing/show-at.js';
import { ViewTabs } from './view-tabs.js';

describe('ViewTabs', () => {
  it.each([
    ['/spans', 'Spans'],
    ['/spans?v=heat', 'Heat'],
    ['/spans?v=unknown', 'Spans'],
    ['/traces?v=heat', 'Traces'],
  ])('marks what %s shows', async (address, name) => {
    const listed = address.startsWith('/traces') ? 'traces' : 'spans';

    await showAt(address, <ViewTabs listed={listed} />);

    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe(name);
  });
});
