import { anyPrincipal } from '@spanhouse/catalog/testing';
import { createTokenSigner } from '@spanhouse/service-runtime';
import { FakeClock } from '@spanhouse/service-runtime/testing';
import type { Windowing } from '@spanhouse/span-schema';
import { FakeTraceReader } from '@spanhouse/trace-store/testing';
import fc from 'fast-check';
import { createSnapshots } from '../consistency/snapshots.js';
import { openSpans, openTraces } from '../lists/list-services.js';
import { createSpanCursors, createTraceCursors } from '../paging/cursor.js';
import type { ItemStream, ListOptions, ShownWindow } from '../paging/list-request.js';
import { aStoredSpan, spanId } from './a-stored-span.js';
import { FakeCommittedOffsets } from './fake-committed-offsets.js';

const signal = new AbortController().signal;
export const MAX_PAGES = 50;
const nothing: Windowing = {
  newest: undefined,
  oldest: undefined,
  next: undefined,
  limit: undefined,
  order: undefined,
  interval: undefined,
  rate: undefined,
};

/** Creates lists over an in-memory store. All spans at offsets 0 to 9 are visible. */
export function createTestLists(maxLimit = 10) {
  const clock = new FakeClock();
  const offsets = new FakeCommittedOffsets(clock);
  offsets.commit(10, 10);
  const reader = new FakeTraceReader();
  const signer = createTokenSigner('a secret for tests');
  const health = { reached: () => undefined, lost: () => undefined };
  const snapshots = createSnapshots({ offsets, clock, health, onStale: () => undefined });
  const limits = { defaultLimit: 3, maxLimit, lookBackNs: undefined };
  const pages = {
    spanPages: { limits, clock, cursors: createSpanCursors(signer) },
    tracePages: { limits, clock, cursors: createTraceCursors(signer) },
  };
  const principal = anyPrincipal({ project_id: 'p' });
  const snapshot = () => snapshots.current(undefined);
  const context = { principal, reader, signal, snapshot };
  const ask = (windowing: Partial<Windowing>, extent: ListOptions['extent'] = 'page') => ({
    query: { filter: undefined, windowing: { ...nothing, ...windowing } },
    extent,
  });
  return {
    offsets,
    reader,
    spans: (...asked: Parameters<typeof ask>) => openSpans(pages, ask(...asked), context),
    traces: (...asked: Parameters<typeof ask>) => openTraces(pages, ask(...asked), context),
  };
}

interface Listed<Item> {
  readonly items: readonly Item[];
  readonly window: ShownWindow | undefined;
}

/** Reads all portions of a list. */
export async function listed<Item>(opening: Promise<ItemStream<Item>>): Promise<Listed<Item>> {
  const stream = await opening;
  const items: Item[] = [];
  for (;;) {
    const step = await stream.next();
    if (step.done) {
      return { items, window: step.value };
    }
    items.push(...step.value);
  }
}

/** Reads all pages, each with the token from the previous page. `between` is called after each page. */
export async function allPages<Item>(
  list: (windowing: Partial<Windowing>) => Promise<ItemStream<Item>>,
  first: Partial<Windowing>,
  between: () => void = () => undefined,
): Promise<Item[]> {
  const items: Item[] = [];
  let page = await listed(list(first));
  for (let pages = 1; pages < MAX_PAGES; pages++) {
    items.push(...page.items);
    const next = page.window?.next;
    if (next === undefined) {
      return items;
    }
    between();
    page = await listed(list({ next }));
  }
  throw new Error(`more than ${MAX_PAGES} pages`);
}

/** Generates spans with few different start times and trace ids, so that ties are frequent. */
export function anySpans() {
  return fc
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
          span_id: spanId(index),
          start_time: BigInt(start),
        }),
      ),
    );
}
