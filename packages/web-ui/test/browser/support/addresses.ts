import type { Locator, Page } from 'playwright-core';
import { figureOf, rowsOf } from './page-parts.js';

/** A page to visit. It shows the project that contains `shopTraces`. */
export interface Address {
  readonly name: string;
  /** The path below `/ui/`. */
  readonly path: string;
  /** Locates an element that becomes visible when the page has its data. */
  readonly shown: (page: Page) => Locator;
}

export interface AddressOptions {
  /** A time just after the newest traces, such as `2026-05-01T10:05:00Z`. */
  readonly newest: string;
  readonly traceId: string;
}

const DAY_MS = 86_400_000;

/** Returns the addresses of the pages that the tests visit. The README's screenshots show the same pages. */
export function addressesOf({ newest, traceId }: AddressOptions): readonly Address[] {
  const w = dayBefore(newest);
  const trace = `traces/${traceId}`;
  const adminKey = (page: Page) => page.getByRole('textbox', { name: 'Admin key' });
  const link = (page: Page) => page.getByRole('link', { name: /newest trace/i });
  return [
    { name: 'spans', path: `spans?w=${w}`, shown: row('Spans') },
    { name: 'trace', path: trace, shown: treeRow('Waterfall') },
    { name: 'trace-flame', path: `${trace}?tab=flame`, shown: figure(/^Flame graph/) },
    { name: 'trace-steps', path: `${trace}?tab=steps`, shown: table('Steps') },
    { name: 'trace-conversation', path: `${trace}?tab=conversation`, shown: answer },
    { name: 'trace-log', path: `${trace}?tab=log`, shown: log },
    { name: 'trace-table', path: `${trace}?tab=table`, shown: table(/^Spans by name/) },
    { name: 'compare', path: `compare?a=${traceId}&b=${traceId}`, shown: treeRow('Comparison') },
    { name: 'heat', path: `spans?w=${w}&v=heat`, shown: figure(/^Heat map/) },
    { name: 'differences', path: `spans?w=${w}&v=compare`, shown: table('Status') },
    { name: 'traces', path: `traces?w=${w}`, shown: row('Traces') },
    { name: 'sessions', path: `sessions?w=${w}`, shown: row('Sessions') },
    { name: 'session', path: 'sessions/s-0', shown: turn },
    { name: 'users', path: `users?w=${w}`, shown: row('Users') },
    { name: 'user', path: 'users/ana', shown: turn },
    { name: 'analytics', path: `analytics?w=${w}`, shown: tableRow('By model') },
    { name: 'services', path: `services?w=${w}`, shown: figure(/^Service map/) },
    { name: 'queries', path: 'queries', shown: row('Saved queries', 'No query is saved.') },
    {
      name: 'dead-letters',
      path: 'dead-letters',
      shown: row('Dead letters', 'Every accepted span is stored.'),
    },
    { name: 'admin-projects', path: 'admin/projects', shown: adminKey },
    { name: 'admin-keys', path: 'admin/keys', shown: adminKey },
    { name: 'admin-ingest', path: 'admin/ingest', shown: adminKey },
    { name: 'start', path: 'start', shown: link },
    {
      name: 'settings',
      path: 'settings',
      shown: (page) => page.getByRole('group', { name: 'Theme' }),
    },
  ];
}

export interface StateOptions extends AddressOptions {
  /** Id of the trace's first span, which has children. */
  readonly spanId: string;
  readonly otherTraceId: string;
}

/** Returns addresses whose parameters select a state of a page, such as a selection, folded rows or a filter. */
export function statesOf(options: StateOptions): readonly Address[] {
  const { newest, traceId, spanId, otherTraceId } = options;
  const w = dayBefore(newest);
  const span = `traces/${traceId}?s=${spanId}`;
  const parts = ['messages', 'events', 'links', 'references', 'annotations', 'raw'];
  const pairs = `compare?a=${traceId}&b=${traceId}&s=${spanId}-${spanId}`;
  return [
    {
      name: 'spans with a filter, columns, a facet and an order',
      path: `spans?w=${w}&q=type%3Achat&c=start,name:300,.customer.tier&f=.customer.tier&o=ascending`,
      shown: row('Spans'),
    },
    {
      name: 'spans without a match',
      path: `spans?w=${w}&q=service%3Anone`,
      shown: text('No span matches.'),
    },
    {
      name: 'spans with a filter that is wrong',
      path: `spans?w=${w}&q=${encodeURIComponent('type:chat (')}`,
      shown: (page) => page.getByRole('combobox', { name: 'Filter' }),
    },
    {
      name: 'spans as they arrive',
      path: 'spans?live=1&q=type%3Achat',
      shown: text('0 matched'),
    },
    {
      name: 'differences of a selection',
      path: `spans?w=${w}&v=compare&s=type%3Achat`,
      shown: table(/^Type$/),
    },
    {
      name: 'traces with a filter and an order',
      path: `traces?w=${w}&q=status%3Aerror&o=ascending`,
      shown: row('Traces'),
    },
    {
      name: 'users without a match',
      path: `users?w=${w}&q=service%3Anone`,
      shown: text('No user has a span that matches.'),
    },
    {
      name: 'the attributes of a span as trees',
      path: `${span}&part=attributes&form=tree`,
      shown: (page) => page.getByRole('region', { name: 'Span' }).getByRole('tree').first(),
    },
    ...parts.map((part) => ({
      name: `a span with its ${part}`,
      path: `${span}&part=${part}`,
      shown: (page: Page) =>
        page.getByRole('tab', { name: new RegExp(`^${part}`, 'i'), selected: true }),
    })),
    {
      name: 'a critical path, a folded span and a match',
      path: `traces/${traceId}?path=1&x=${spanId}&q=ask`,
      shown: tree,
    },
    {
      name: 'key spans in a part of the time',
      path: `traces/${traceId}?key=1&z=100000000-1000000000`,
      shown: tree,
    },
    { name: 'a log without inputs', path: `traces/${traceId}?tab=log&hide=input`, shown: log },
    {
      name: 'two traces by the size of their differences',
      path: `compare?a=${traceId}&b=${otherTraceId}&o=size`,
      shown: treeRow('Comparison'),
    },
    {
      name: 'a pair of spans and their attributes',
      path: `${pairs}&tab=attributes`,
      shown: text('No attribute differs.'),
    },
    { name: 'a session, newest first', path: 'sessions/s-0?o=descending', shown: turn },
    {
      name: 'a session outside of the window',
      path: 'sessions/s-0?w=2020-01-01T00:00:00Z..2020-01-02T00:00:00Z',
      shown: text('This session has no trace in the window.'),
    },
    {
      name: 'numbers by service',
      path: `analytics?w=${w}&g=service`,
      shown: tableRow(/^By service/i),
    },
    { name: 'a map of steps', path: `services?w=${w}&by=step`, shown: figure(/^Service map/) },
    {
      name: 'dead letters of a stage',
      path: 'dead-letters?stage=decode&w=all',
      shown: text('No dead letter has this stage.'),
    },
    {
      name: 'an address without a page',
      path: 'no/such/page',
      shown: text('There is no page at this address.'),
    },
  ];
}

/**
 * Returns a window that covers the day before a time. Its bounds are fixed, because a relative window would move before
 * another browser opens it.
 */
function dayBefore(newest: string): string {
  const oldest = new Date(Date.parse(newest) - DAY_MS).toISOString();
  return encodeURIComponent(`${oldest}..${newest}`);
}

/** Locates the first row of a list, or the message that an empty list shows. */
function row(list: string, empty?: string) {
  return (page: Page) => {
    const first = rowsOf(page, list).nth(1);
    return empty === undefined ? first : page.getByText(empty).or(first);
  };
}

function treeRow(name: string) {
  return (page: Page) => page.getByRole('treegrid', { name }).getByRole('row').nth(1);
}

function tree(page: Page): Locator {
  return page.getByRole('treegrid', { name: 'Waterfall' }).getByRole('row').first();
}

function figure(name: RegExp) {
  return (page: Page) => figureOf(page, name);
}

function table(name: string | RegExp) {
  return (page: Page) => page.getByRole('table', { name });
}

function tableRow(name: string | RegExp) {
  return (page: Page) => table(name)(page).getByRole('row').nth(1);
}

function text(shown: string) {
  return (page: Page) => page.getByText(shown);
}

function turn(page: Page): Locator {
  return page.getByRole('feed').getByRole('article').first();
}

function answer(page: Page): Locator {
  return page.getByRole('article', { name: 'assistant' }).first();
}

function log(page: Page): Locator {
  return page.getByRole('list', { name: 'Log' }).getByRole('listitem').first();
}
