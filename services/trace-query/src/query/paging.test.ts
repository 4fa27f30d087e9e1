import { createTokenSigner } from '@spanhouse/service-runtime';
import { FakeClock } from '@spanhouse/service-runtime/testing';
import type { StoredSpan } from '@spanhouse/span-row';
import type { Windowing } from '@spanhouse/span-schema';
import fc from 'fast-check';
import { aStoredSpan } from '../testing/a-stored-span.js';
import { FakeCommittedOffsets } from '../testing/fake-committed-offsets.js';
import { FakeTraceReader } from '../testing/fake-trace-reader.js';
import { createSpanCursors, createTraceCursors } from './cursor.js';
import type { ListOutcome } from './list-request.js';
import { listSpans } from './list-spans.js';
import { listTraces } from './list-traces.js';
import { createSnapshots } from './snapshots.js';

const signal = new AbortController().signal;
const MAX_PAGES = 50;
const nothing: Windowing = {
  ...{ newest: undefined, oldest: undefined, next: undefined, limit: undefined },
  ...{ order: undefined, interval: undefined, rate: undefined },
};

const create = (maxLimit = 10) => {
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
  return {
    offsets,
    reader,
    spans: (windowing: Partial<Windowing>) =>
      listSpans(ask(windowing), { ...context, cursors: createSpanCursors(signer) }, signal),
    traces: (windowing: Partial<Windowing>) =>
      listTraces(ask(windowing), { ...context, cursors: createTraceCursors(signer) }, signal),
  };
};

const listed = <Item>(outcome: ListOutcome<Item>) => {
  if (outcome.status !== 'listed') throw new Error(outcome.reason);
  return outcome;
};

/** Every page, by the tokens alone; `between` happens after each. */
const allPages = async <Item>(
  list: (windowing: Partial<Windowing>) => Promise<ListOutcome<Item>>,
  first: Partial<Windowing>,
  between: () => void = () => undefined,
): Promise<Item[]> => {
  const items: Item[] = [];
  let page = listed(await list(first));
  for (let pages = 1; pages < MAX_PAGES; pages++) {
    items.push(...page.items);
    const next = page.window?.next;
    if (next === undefined) return items;
    between();
    page = listed(await list({ next }));
  }
  throw new Error(`more than ${MAX_PAGES} pages`);
};

const idOf = (number: number) => (number + 1).toString(16).padStart(16, '0');

/** Few start times and traces, so that ties are the rule. */
const anySpans = () =>
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

const anyWindow = () =>
  fc.record({
    order: fc.constantFrom('ascending' as const, 'descending' as const, undefined),
    limit: fc.integer({ min: 1, max: 5 }),
    oldest: fc.constantFrom(undefined, 0n, 1n),
    newest: fc.constantFrom(undefined, 2n, 3n),
    rate: fc.constantFrom(undefined, 1, 0.5),
  });

const keyOf = (span: StoredSpan) => `${span.trace_id}/${span.span_id}`;

describe('paging', () => {
  it('gives every span once and in order, while new ones arrive', async () => {
    await fc.assert(
      fc.asyncProperty(anySpans(), anyWindow(), async (spans, window) => {
        const { offsets, reader, ...query } = create(100);
        reader.add(spans, { offset: 5 });
        const whole = listed(await query.spans({ ...window, limit: 100 })).items.map(keyOf);

        let late = 0;
        const paged = await allPages(query.spans, window, () => {
          late += 1;
          reader.add([aStoredSpan({ span_id: idOf(1000 + late), start_time: 1n })], {
            offset: 10 + late,
          });
          offsets.commit(20 + late, 10);
        });

        expect(paged.map(keyOf)).toEqual(whole);
      }),
    );
  });

  it('gives every trace once and in order', async () => {
    await fc.assert(
      fc.asyncProperty(anySpans(), anyWindow(), async (spans, window) => {
        const { reader, ...query } = create(100);
        reader.add(spans, { offset: 5 });
        const whole = listed(await query.traces({ ...window, limit: 100 })).items;

        const paged = await allPages(query.traces, window);

        expect(paged).toEqual(whole);
        expect(new Set(paged.map(({ trace_id }) => trace_id)).size).toBe(paged.length);
      }),
    );
  });

  it('follows the boundary of clients that build their cursor themselves', async () => {
    await fc.assert(
      fc.asyncProperty(
        anySpans(),
        fc.constantFrom('ascending' as const, 'descending' as const),
        async (spans, order) => {
          const { reader, ...query } = create(100);
          reader.add(spans, { offset: 5 });
          const whole = listed(await query.traces({ order })).items;

          const paged = [];
          let boundary: Partial<Windowing> = {};
          for (let pages = 0; pages < MAX_PAGES; pages++) {
            const { items } = listed(await query.traces({ order, limit: 1, ...boundary }));
            const [last] = items;
            if (last === undefined) break;
            paged.push(last);
            const rank = last.rank;
            boundary = {
              next: last.trace_id,
              ...(order === 'ascending' ? { oldest: rank } : { newest: rank }),
            };
          }

          expect(paged.slice(0, 3)).toEqual(whole);
        },
      ),
    );
  });

  it('ignores a UUID without the time that belongs to it', async () => {
    const { reader, ...query } = create();
    reader.add([aStoredSpan()]);

    const next = '4bf92f35-77b3-4da6-a3ce-929d0e0e4736';
    expect(listed(await query.traces({ next })).items).toHaveLength(1);
    expect(listed(await query.spans({ next })).items).toHaveLength(1);
  });

  it('refuses a client-built cursor of spans and tokens of other lists', async () => {
    const { reader, ...query } = create();
    reader.add([aStoredSpan(), aStoredSpan({ span_id: idOf(2) })]);
    const { window } = listed(await query.spans({ limit: 1 }));

    const uuid = { next: '53995c3f-42cd-8ad8-5399-5c3f42cd8ad8', newest: 5n };
    await expect(query.spans(uuid)).resolves.toMatchObject({ status: 'invalid_cursor' });
    await expect(query.traces({ next: window?.next })).resolves.toEqual({
      status: 'invalid_cursor',
      reason: "Invalid 'next' token.",
    });
  });

  it('lets another limit take over in the middle', async () => {
    const { reader, ...query } = create();
    reader.add(Array.from({ length: 9 }, (_, index) => aStoredSpan({ span_id: idOf(index) })));
    const { window } = listed(await query.spans({ limit: 2 }));

    const second = listed(await query.spans({ next: window?.next, limit: 50, oldest: 99n }));

    expect(second.items).toHaveLength(7);
    expect(second.window).toMatchObject({ limit: 10, next: undefined });
  });

  it('tells the window when there is more, or when the limit was clamped', async () => {
    const { reader, ...query } = create();
    reader.add(Array.from({ length: 4 }, (_, index) => aStoredSpan({ span_id: idOf(index) })));

    expect(listed(await query.spans({})).window).toMatchObject({
      limit: 3,
      order: 'descending',
      next: expect.any(String),
    });
    expect(listed(await query.spans({ limit: 4 })).window).toBeUndefined();
    expect(listed(await query.spans({ limit: 11 })).window).toMatchObject({
      limit: 10,
      next: undefined,
    });
  });
});
