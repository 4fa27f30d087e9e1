import { screen, within } from '@testing-library/react';
import { createStore } from '../parts/store.js';
import { FakeService } from '../testing/fake-service.js';
import { showAt } from '../testing/show-at.js';
import type { BoardMarks } from './charts/board-marks.js';
import { snapWindow } from './charts/snap-window.js';
import { groupFieldOf } from './group-fields.js';
import { GroupTable } from './group-table.js';

const range = snapWindow({ oldest: '2026-05-01T00:00:00Z', newest: '2026-05-01T01:00:00Z' });
const answer = {
  accuracy: 'exact',
  total: { count: 12, failed: 1, duration: { p50: 5, p95: 9 }, costs: { sum: 2 } },
  rows: [
    { group: ['pro'], count: 4, failed: 1, duration: { p50: 4, p95: 8 }, costs: { sum: 1.5 } },
    { group: [null], count: 3, failed: 0, duration: { p50: null, p95: null }, costs: { sum: 0 } },
    { group: [1_234_567_890_123_456_789n], count: 2 },
  ],
  others: { groups: 7, count: 3 },
};

describe('GroupTable', () => {
  async function show() {
    const service = new FakeService({ '/spans/aggregate/query': { body: answer } });
    await showAt(
      '/analytics',
      <GroupTable
        subject={{ filtering: undefined, range }}
        chart={{ id: 'table', isGrouped: false }}
        group={groupFieldOf('.tier')}
        marks={createStore<BoardMarks>({})}
        picks={[]}
        onChange={() => undefined}
      />,
    );
    const table = await screen.findByRole('table', { name: 'By .tier' });
    return { service, table };
  }

  function cellsOf(table: HTMLElement, name: string) {
    const link = within(table).getByRole('link', { name });
    const cells = link.closest('tr')?.querySelectorAll('td') ?? [];
    return { link, cells: [...cells].map(({ textContent }) => textContent) };
  }

  it('shows the cost of each group, and the sum of the others', async () => {
    const { table } = await show();

    const pro = ['4', '1', '25.0 %', '4 ms', '8 ms', '0', '1.5000', '0.3750'];
    expect(cellsOf(table, 'pro').cells).toEqual(pro);
    const others = ['3', '0', '0.0 %', '–', '–', '0', '0.5000', '0.1667'];
    expect(cellsOf(table, 'others (7)').cells).toEqual(others);
    expect(cellsOf(table, 'all').cells[0]).toBe('12');
  });

  it('links to the spans of each row in exactly its window', async () => {
    const { table } = await show();
    const names = ['pro', 'no value', '1234567890123456789', 'others (7)', 'all'];
    const hrefs = names.map((name) => {
      const { searchParams } = new URL(
        cellsOf(table, name).link.getAttribute('href') ?? '',
        location.href,
      );
      return [searchParams.get('q'), searchParams.get('w')];
    });

    const w = `${range.bounds.oldest}..${range.bounds.newest}`;
    expect(hrefs).toEqual([
      ['.tier:pro', w],
      [expect.stringMatching(/not_exists|has/), w],
      ['.tier:1234567890123456789', w],
      [expect.stringMatching(/^-.tier:pro,1234567890123456789 -/), w],
      [null, w],
    ]);
  });

  it('asks for the largest 20 groups of the window', async () => {
    const { service } = await show();

    expect(service.sentTo('/spans/aggregate/query')[0]?.body).toMatchObject({
      focus: 'span',
      group_by: [{ field: 'attributes', key: 'tier' }],
      limit: 20,
      windowing: range.bounds,
    });
  });
});
