import { createTokenSigner } from '@spanhouse/service-runtime';
import { FakeClock } from '@spanhouse/service-runtime/testing';
import type { Windowing } from '@spanhouse/span-schema';
import fc from 'fast-check';
import { createSpanCursors, createTraceCursors } from '../query/cursor.js';
import type { ListOptions, OpenedList, ShownWindow } from '../query/list-request.js';
import { listSpans } from '../query/list-spans.js';
import { listTraces } from '../query/list-traces.js';
import { createSnapshots } from '../query/snapshots.js';
import { aStoredSpan } from './a-stored-span.js';
import { FakeCommittedOffsets } from './fake-committed-offsets.js';
import { FakeTraceReader } from './fake-trace-reader.js';

const signal = new AbortController().signal;
export const MAX_PAGES = 50;
const nothing: Windowing = {
  ...{ newest: undefined, oldest: undefined, next: undefined, limit: undefined },
  ...{ order: undefined, interval: undefined, rate: undefined },
};

/** Lists over a store in memory; everything at offsets 0 to 9 is visible. */
export const createTestLists = (maxLimit = 10) => {
  const clock = new FakeClock();
  const offsets = new FakeCommittedOffsets(clock);
  offsets.commit(10, 10);
  const reader = new FakeTraceReader();
  const signer = createTokenSigner('a secret for tests');
  const health = { reached: () => undefined, lost: () => undefined };
  const snapshots = createSnapshots({ offsets, clock, health, onStale: () => undefined });
  const limits = { defaultLimit: 3, maxLimit, lookBackNs: undefined };
  const context = { reader, snapshots, limits, clock };
  const ask = (windowing: Partial<Windowing>) => ({
    projectId: 'p',
    filter: undefined,
    windowing: { ...nothing, ...windowing },
    atLeast: undefined,
  });
  const page = { signal, extent: 'page' } as const;
  return {
    offsets,
    reader,
    spans: (windowing: Partial<Windowing>, options: ListOptions = page) =>
      listSpans(ask(windowing), { ...context, cursors: createSpanCursors(signer) }, options),
    traces: (windowing: Partial<Windowing>, options: ListOptions = page) =>
      listTraces(ask(windowing), { ...context, cursors: createTraceCursors(signer) }, options),
  };
};

interface Listed<Item> {
  readonly items: readonly Item[];
  readonly window: ShownWindow | undefined;
}

/** All portions of a list. */
export const listed = async <Item>(opening: Promise<OpenedList<Item>>): Promise<Listed<Item>> => {
  const list = await opening;
  if (list.status !== 'opened') throw new Error(list.reason);
  const items: Item[] = [];
  for (;;) {
    const step = await list.items.next();
    if (step.done) return { items, window: step.value };
    items.push(...step.value);
  }
};

/** Every page, by the tokens alone; `between` happens after each. */
export const allPages = async <Item>(
  list: (windowing: Partial<Windowing>) => Promise<OpenedList<Item>>,
  first: Partial<Windowing>,
  between: () => void = () => undefined,
): Promise<Item[]> => {
  const items: Item[] = [];
  let page = await listed(list(first));
  for (let pages = 1; pages < MAX_PAGES; pages++) {
    items.push(...page.items);
    const next = page.window?.next;
    if (next === undefined) return items;
    between();
    page = await listed(list({ next }));
  }
  throw new Error(`more than ${MAX_PAGES} pages`);
};

export const idOf = (number: number) => (number + 1).toString(16).padStart(16, '0');

/** Few start times and traces, so that ties are the rule. */
export const anySpans = () =>
  fc
    .array(
      fc.record({ trace: fc.integer({ min: 1, max: 4 }), start: fc.integer({ min: 0, max: 3 }) }),
      {
        maxLength: 15,
      },
    )
    .map((entries) =>
      entries.map(({ trace, start }, index) =>
        aStoredSpan({
          trace_id: String(trace).repeat(32),
          span_id: idOf(index),
          start_time: BigInt(start),
        }),
      ),
    );
