import type { Locator, Page } from 'playwright-core';

/** A page of the interface, with the project of `shopTraces`. */
export interface Address {
  readonly name: string;
  /** The path below `/ui/`. */
  readonly path: string;
  /** Locates an element that is visible once the page has its data. */
  readonly shown: (page: Page) => Locator;
}

export interface AddressOptions {
  /** Time just after the newest traces, such as `2026-05-01T10:05:00Z`. */
  readonly newest: string;
  readonly traceId: string;
}

const DAY_MS = 86_400_000;

/** Returns the addresses that the tests visit. The screenshots in the README show them too. */
export function addressesOf({ newest, traceId }: AddressOptions): readonly Address[] {
  const oldest = new Date(Date.parse(newest) - DAY_MS).toISOString();
  const w = encodeURIComponent(`${oldest}..${newest}`);
  const secondRow = (page: Page, list: string) =>
    page.getByRole('grid', { name: list }).getByRole('row').nth(1);
  return [
    { name: 'spans', path: `spans?w=${w}`, shown: (page) => secondRow(page, 'Spans') },
    {
      name: 'trace',
      path: `traces/${traceId}`,
      shown: (page) => secondTreeRow(page, 'Waterfall'),
    },
    {
      name: 'trace-flame',
      path: `traces/${traceId}?tab=flame`,
      shown: (page) => page.getByRole('figure', { name: /^Flame graph/ }),
    },
    {
      name: 'trace-steps',
      path: `traces/${traceId}?tab=steps`,
      shown: (page) => page.getByRole('table', { name: 'Steps' }),
    },
    {
      name: 'trace-conversation',
      path: `traces/${traceId}?tab=conversation`,
      shown: (page) => page.getByRole('article', { name: 'assistant' }).first(),
    },
    {
      name: 'trace-log',
      path: `traces/${traceId}?tab=log`,
      shown: (page) => page.getByRole('list', { name: 'Log' }).getByRole('listitem').first(),
    },
    {
      name: 'trace-table',
      path: `traces/${traceId}?tab=table`,
      shown: (page) => page.getByRole('table', { name: /^Spans by name/ }),
    },
    {
      name: 'compare',
      path: `compare?a=${traceId}&b=${traceId}`,
      shown: (page) => secondTreeRow(page, 'Comparison'),
    },
    {
      name: 'heat',
      path: `spans?w=${w}&v=heat`,
      shown: (page) => page.getByRole('figure', { name: /^Heat map/ }),
    },
    {
      name: 'differences',
      path: `spans?w=${w}&v=compare`,
      shown: (page) => page.getByRole('table', { name: 'Status' }),
    },
    { name: 'traces', path: `traces?w=${w}`, shown: (page) => secondRow(page, 'Traces') },
    { name: 'sessions', path: `sessions?w=${w}`, shown: (page) => secondRow(page, 'Sessions') },
    {
      name: 'session',
      path: 'sessions/s-0',
      shown: (page) => page.getByRole('feed').getByRole('article').first(),
    },
    { name: 'users', path: `users?w=${w}`, shown: (page) => secondRow(page, 'Users') },
    {
      name: 'user',
      path: 'users/ana',
      shown: (page) => page.getByRole('feed').getByRole('article').first(),
    },
    {
      name: 'analytics',
      path: `analytics?w=${w}`,
      shown: (page) => page.getByRole('table', { name: 'By model' }).getByRole('row').nth(1),
    },
    {
      name: 'services',
      path: `services?w=${w}`,
      shown: (page) => page.getByRole('figure', { name: /^Service map/ }),
    },
    {
      name: 'queries',
      path: 'queries',
      shown: (page) => page.getByText('No query is saved.').or(secondRow(page, 'Saved queries')),
    },
    {
      name: 'dead-letters',
      path: 'dead-letters',
      shown: (page) =>
        page.getByText('Every accepted span is stored.').or(secondRow(page, 'Dead letters')),
    },
    {
      name: 'admin-projects',
      path: 'admin/projects',
      shown: (page) => page.getByRole('textbox', { name: 'Admin key' }),
    },
    {
      name: 'admin-keys',
      path: 'admin/keys',
      shown: (page) => page.getByRole('textbox', { name: 'Admin key' }),
    },
    {
      name: 'admin-ingest',
      path: 'admin/ingest',
      shown: (page) => page.getByRole('textbox', { name: 'Admin key' }),
    },
    {
      name: 'start',
      path: 'start',
      shown: (page) => page.getByRole('link', { name: /newest trace/i }),
    },
    {
      name: 'settings',
      path: 'settings',
      shown: (page) => page.getByRole('group', { name: 'Theme' }),
    },
  ];
}

function secondTreeRow(page: Page, name: string): Locator {
  return page.getByRole('treegrid', { name }).getByRole('row').nth(1);
}
