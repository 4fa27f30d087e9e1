import { screen, waitFor } from '@testing-library/react';
import { createStore } from '../../parts/store.js';
import { FakeService } from '../../testing/fake-service.js';
import { showAt } from '../../testing/show-at.js';
import { groupFieldOf } from '../group-fields.js';
import { BoardChart } from './board-chart.js';
import type { BoardMarks } from './board-marks.js';
import { snapWindow } from './snap-window.js';

const path = '/spans/aggregate/query';
const range = snapWindow({ oldest: '2026-05-01T00:00:00Z', newest: '2026-05-01T01:00:00Z' });
const late = { status: 504, body: { detail: 'It took too long.' } };
const grouped = {
  body: {
    accuracy: 'exact',
    total: { count: 10 },
    rows: [{ time: '2026-05-01T00:00:00Z', group: ['pro'], count: 4 }],
    others: { groups: 7, count: 6 },
  },
};

describe('BoardChart', () => {
  it('says why the total of all groups is missing, and retries', async () => {
    const pause = Promise.withResolvers<void>();
    const service = new FakeService({ [path]: { ...grouped, after: pause.promise } });
    const { user } = await showAt(
      '/analytics',
      <BoardChart
        subject={{ filtering: undefined, range }}
        chart={{ id: 'rate', isGrouped: true }}
        group={groupFieldOf('.tier')}
        marks={createStore<BoardMarks>({})}
        picks={[]}
        onChange={() => undefined}
      />,
    );
    await waitFor(() => expect(service.sentTo(path)).toHaveLength(1));
    service.answer(path, late);
    pause.resolve();
    await screen.findByText(/It took too long\./);

    await user.click(screen.getByRole('button', { name: 'Retry' }));

    const groups = service
      .sentTo(path)
      .map(({ body }) => Object.hasOwn(body as object, 'group_by'));
    expect(groups).toEqual([true, false, true, false]);
  });
});
