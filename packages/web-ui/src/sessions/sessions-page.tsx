import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useCallback, useMemo, useState } from 'react';
import { call } from '../api/call.js';
import type { LoadPage } from '../api/cursor-pages.js';
import { useFilter } from '../filter-bar/use-filter.js';
import { WindowPicker } from '../filter-bar/window-picker.js';
import { Page } from '../frame/page.js';
import { writeDuration } from '../parts/format-duration.js';
import { writeCost, writeCount } from '../parts/format-number.js';
import { readTime } from '../parts/format-time.js';
import { createPages, ListView } from '../parts/list-view.js';
import { MarkedText } from '../parts/marked-text.js';
import { Message } from '../parts/message.js';
import type { Column } from '../parts/row-grid.js';
import type { Bounds } from '../url/time-window.js';

const PAGE_SIZE = 50;

/** A session with the sums of its traces; see docs/api/analytics.md. */
interface SessionSummary {
  readonly session_id: string;
  readonly traces: number;
  readonly first_time: string;
  readonly last_time: string;
  readonly tokens: { readonly total: number };
  readonly costs: { readonly total: number };
  readonly errors: number;
}

interface SessionsAnswer {
  readonly sessions?: readonly SessionSummary[];
  readonly windowing?: { readonly next?: string };
}

function loadSessions(bounds: Bounds): LoadPage<SessionSummary> {
  return async (next, signal) => {
    const windowing = next === undefined ? { ...bounds, limit: PAGE_SIZE } : { next };
    const body = { realtime: true, include_summary: true, windowing };
    const { sessions = [], windowing: more } = await call<SessionsAnswer>('/spans/sessions/query', {
      body,
      signal,
    });
    return { rows: sessions, next: more?.next };
  };
}

const columns: readonly Column<SessionSummary>[] = [
  {
    id: 'session',
    heading: 'Session',
    width: 'minmax(140px, 2fr)',
    cell: ({ session_id }) => (
      <b>{session_id.trim() === '' ? '(blank)' : <MarkedText text={session_id} />}</b>
    ),
  },
  {
    id: 'last',
    heading: 'Last seen (UTC)',
    width: '150px',
    cell: ({ last_time }) => (
      <span className="mono" title={last_time}>
        {last_time.slice(0, 19).replace('T', ' ')}
      </span>
    ),
  },
  {
    id: 'length',
    heading: 'Length',
    width: '90px',
    isNumber: true,
    cell: ({ first_time, last_time }) => writeDuration(readTime(last_time) - readTime(first_time)),
  },
  {
    id: 'traces',
    heading: 'Traces',
    width: '70px',
    isNumber: true,
    cell: ({ traces }) => writeCount(traces),
  },
  {
    id: 'tokens',
    heading: 'Tokens',
    width: '90px',
    isNumber: true,
    cell: ({ tokens: { total } }) => writeCount(total),
  },
  {
    id: 'cost',
    heading: 'Cost (USD)',
    width: '90px',
    isNumber: true,
    cell: ({ costs: { total } }) => <span title={String(total)}>{writeCost(total)}</span>,
  },
  {
    id: 'errors',
    heading: 'Errors',
    width: '64px',
    isNumber: true,
    cell: ({ errors }) => errors > 0 && <span className="bad">{writeCount(errors)}</span>,
  },
];

/** The sessions of the window, the one that was active last first. */
export function SessionsPage(): ReactElement {
  const [run, setRun] = useState(0);
  const { bounds } = useFilter(run);
  const navigate = useNavigate();
  const pages = useMemo(() => createPages(loadSessions(bounds)), [bounds]);
  const open = useCallback(
    ({ session_id: sessionId }: SessionSummary) =>
      void navigate({ to: '/sessions/$sessionId', params: { sessionId } }),
    [navigate],
  );
  const reload = useCallback(() => setRun((count) => count + 1), []);
  return (
    <Page
      title="Sessions"
      bar={
        <span className="push">
          <WindowPicker />
        </span>
      }
    >
      <ListView
        name="Sessions"
        pages={pages}
        columns={columns}
        keyOf={({ session_id }) => session_id}
        onOpen={open}
        onReload={reload}
        empty={
          <Message title="No session in this window.">
            <p>Spans with ag.session.id, session.id or gen_ai.conversation.id belong to one.</p>
          </Message>
        }
      />
    </Page>
  );
}
