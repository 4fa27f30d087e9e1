import type { Page } from 'playwright-core';
import type { Address, AddressOptions } from './addresses.js';

export interface StateOptions extends AddressOptions {
  /** First span of the trace. It has children. */
  readonly spanId: string;
  readonly otherTraceId: string;
}

const DAY_MS = 86_400_000;

/** Returns addresses with parameters that hold the state of a page, such as selections, folded rows and filters. */
export function statesOf(options: StateOptions): readonly Address[] {
  return [...listStates(options), ...traceStates(options), ...otherStates(options)];
}

/** Returns the window of the day before a time. A relative window would differ in the browser that opens it later. */
function dayBefore(newest: string): string {
  const oldest = new Date(Date.parse(newest) - DAY_MS).toISOString();
  return encodeURIComponent(`${oldest}..${newest}`);
}

function listStates({ newest }: StateOptions): readonly Address[] {
  const w = dayBefore(newest);
  const rowOf = (list: string) => (page: Page) =>
    page.getByRole('grid', { name: list }).getByRole('row').nth(1);
  return [
    {
      name: 'spans with a filter, columns, a facet and an order',
      path: `spans?w=${w}&q=type%3Achat&c=start,name:300,.customer.tier&f=.customer.tier&o=ascending`,
      shown: rowOf('Spans'),
    },
    {
      name: 'spans of which none matches',
      path: `spans?w=${w}&q=service%3Anone`,
      shown: (page) => page.getByText('No span matches.'),
    },
    {
      name: 'spans with a filter that is wrong',
      path: `spans?w=${w}&q=${encodeURIComponent('type:chat (')}`,
      shown: (page) => page.getByRole('combobox', { name: 'Filter' }),
    },
    {
      name: 'spans as they arrive',
      path: 'spans?live=1&q=type%3Achat',
      shown: (page) => page.getByText('0 matched'),
    },
    {
      name: 'differences of a selection',
      path: `spans?w=${w}&v=compare&s=type%3Achat`,
      shown: (page) => page.getByRole('table', { name: 'Type', exact: true }),
    },
    {
      name: 'traces with a filter and an order',
      path: `traces?w=${w}&q=status%3Aerror&o=ascending`,
      shown: rowOf('Traces'),
    },
    {
      name: 'users of which none matches',
      path: `users?w=${w}&q=service%3Anone`,
      shown: (page) => page.getByText('No user has a span that matches.'),
    },
  ];
}

function traceStates({ traceId, spanId }: StateOptions): readonly Address[] {
  const tree = (page: Page) => page.getByRole('treegrid', { name: 'Waterfall' });
  const span = (page: Page) => page.getByRole('region', { name: 'Span' });
  const tab = (name: RegExp) => (page: Page) =>
    span(page).getByRole('tab', { name, selected: true });
  return [
    {
      name: 'the attributes of a span as trees',
      path: `traces/${traceId}?s=${spanId}&part=attributes&form=tree`,
      shown: (page) => span(page).getByRole('tree').first(),
    },
    ...(['messages', 'events', 'links', 'references', 'annotations', 'raw'] as const).map(
      (part) => ({
        name: `a span with its ${part}`,
        path: `traces/${traceId}?s=${spanId}&part=${part}`,
        shown: tab(new RegExp(`^${part}`, 'i')),
      }),
    ),
    {
      name: 'a critical path, a folded span and a match',
      path: `traces/${traceId}?path=1&x=${spanId}&q=ask`,
      shown: (page) => tree(page).getByRole('row').first(),
    },
    {
      name: 'key spans in a part of the time',
      path: `traces/${traceId}?key=1&z=100000000-1000000000`,
      shown: (page) => tree(page).getByRole('row').first(),
    },
    {
      name: 'a log without inputs',
      path: `traces/${traceId}?tab=log&hide=input`,
      shown: (page) => page.getByRole('list', { name: 'Log' }),
    },
  ];
}

function otherStates(options: StateOptions): readonly Address[] {
  const { newest, traceId, otherTraceId, spanId } = options;
  const w = dayBefore(newest);
  const turn = (page: Page) => page.getByRole('feed').getByRole('article').first();
  return [
    {
      name: 'two traces by the size of their differences',
      path: `compare?a=${traceId}&b=${otherTraceId}&o=size`,
      shown: (page) => page.getByRole('treegrid', { name: 'Comparison' }).getByRole('row').nth(1),
    },
    {
      name: 'a pair of spans and their attributes',
      path: `compare?a=${traceId}&b=${traceId}&s=${spanId}-${spanId}&tab=attributes`,
      shown: (page) => page.getByText('No attribute differs.'),
    },
    { name: 'a session, newest first', path: 'sessions/s-0?o=descending', shown: turn },
    {
      name: 'a session outside of the window',
      path: 'sessions/s-0?w=2020-01-01T00:00:00Z..2020-01-02T00:00:00Z',
      shown: (page) => page.getByText('This session has no trace in the window.'),
    },
    {
      name: 'numbers by service',
      path: `analytics?w=${w}&g=service`,
      shown: (page) =>
        page
          .getByRole('table', { name: /^By service/i })
          .getByRole('row')
          .nth(1),
    },
    {
      name: 'a map of steps',
      path: `services?w=${w}&by=step`,
      shown: (page) => page.getByRole('figure', { name: /^Service map/ }),
    },
    {
      name: 'dead letters of a stage',
      path: 'dead-letters?stage=decode&w=all',
      shown: (page) => page.getByText('No dead letter has this stage.'),
    },
    {
      name: 'an address without a page',
      path: 'no/such/page',
      shown: (page) => page.getByText('There is no page at this address.'),
    },
  ];
}
