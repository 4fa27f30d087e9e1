import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useCallback, useMemo, useState } from 'react';
import { aggregate, type Measures } from '../api/aggregate.js';
import { call } from '../api/call.js';
import type { LoadPage } from '../api/cursor-pages.js';
import { useFilter } from '../filter-bar/use-filter.js';
import { WindowPicker } from '../filter-bar/window-picker.js';
import { Page } from '../frame/page.js';
import { writeCost, writeCount } from '../parts/format-number.js';
import { createPages, ListView } from '../parts/list-view.js';
import { MarkedText } from '../parts/marked-text.js';
import { Message } from '../parts/message.js';
import type { Column } from '../parts/row-grid.js';
import type { Bounds } from '../url/time-window.js';

const PAGE_SIZE = 50;
const userKey = { field: 'attributes', key: 'ag.user.id' } as const;
const measures = ['count', 'failed', 'tokens.sum', 'costs.sum'];

/** A user, and what the traces whose root carries the id add up to. */
interface UserRow {
  readonly userId: string;
  readonly measures: Measures;
}

interface UsersAnswer {
  readonly user_ids?: readonly string[];
  readonly windowing?: { readonly next?: string };
}

function loadUsers(bounds: Bounds): LoadPage<UserRow> {
  return async (next, signal) => {
    const windowing = next === undefined ? { ...bounds, limit: PAGE_SIZE } : { next };
    const { user_ids: ids = [], windowing: more } = await call<UsersAnswer>('/spans/users/query', {
      body: { realtime: true, windowing },
      signal,
    });
    const measured = ids.length === 0 ? new Map() : await measure(ids, bounds, signal);
    const rows = ids.map((userId) => ({ userId, measures: measured.get(userId) ?? {} }));
    return { rows, next: more?.next };
  };
}

async function measure(
  ids: readonly string[],
  bounds: Bounds,
  signal: AbortSignal,
): Promise<ReadonlyMap<unknown, Measures>> {
  const conditions = [{ ...userKey, operator: 'in', value: ids }];
  const { rows = [] } = await aggregate(
    {
      filtering: { operator: 'and', conditions },
      windowing: bounds,
      focus: 'trace',
      group_by: [userKey],
      limit: PAGE_SIZE,
      measures,
    },
    signal,
  );
  return new Map(rows.map((row) => [row.group?.[0], row]));
}

const columns: readonly Column<UserRow>[] = [
  {
    id: 'user',
    heading: 'User',
    width: 'minmax(140px, 2fr)',
    cell: ({ userId }) => <b>{userId.trim() === '' ? '(blank)' : <MarkedText text={userId} />}</b>,
  },
  {
    id: 'traces',
    heading: 'Traces',
    width: '90px',
    isNumber: true,
    cell: ({ measures: { count = 0 } }) => writeCount(count),
  },
  {
    id: 'failed',
    heading: 'Failed',
    width: '80px',
    isNumber: true,
    cell: ({ measures: { failed = 0 } }) =>
      failed > 0 && <span className="bad">{writeCount(failed)}</span>,
  },
  {
    id: 'tokens',
    heading: 'Tokens',
    width: '100px',
    isNumber: true,
    cell: ({ measures: { tokens } }) => writeCount(tokens?.['sum'] ?? 0),
  },
  {
    id: 'cost',
    heading: 'Cost (USD)',
    width: '100px',
    isNumber: true,
    cell: ({ measures: { costs } }) => (
      <span title={String(costs?.['sum'] ?? 0)}>{writeCost(costs?.['sum'] ?? 0)}</span>
    ),
  },
];

/** The users of the window, the one that was active last first. The numbers are those of the traces whose root has the id. */
export function UsersPage(): ReactElement {
  const [run, setRun] = useState(0);
  const { bounds } = useFilter(run);
  const navigate = useNavigate();
  const pages = useMemo(() => createPages(loadUsers(bounds)), [bounds]);
  const open = useCallback(
    ({ userId }: UserRow) => void navigate({ to: '/users/$userId', params: { userId } }),
    [navigate],
  );
  const reload = useCallback(() => setRun((count) => count + 1), []);
  return (
    <Page
      title="Users"
      bar={
        <span className="push">
          <WindowPicker />
        </span>
      }
    >
      <ListView
        name="Users"
        pages={pages}
        columns={columns}
        keyOf={({ userId }) => userId}
        onOpen={open}
        onReload={reload}
        empty={
          <Message title="No user in this window.">
            <p>Spans with ag.user.id, user.id or enduser.id belong to one.</p>
          </Message>
        }
      />
    </Page>
  );
}
