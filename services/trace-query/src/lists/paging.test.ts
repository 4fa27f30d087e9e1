import type { StoredSpan } from '@spanhouse/span-row';
import type { RankedWholeTrace } from '@spanhouse/trace-store/reader';
import fc from 'fast-check';
import { aStoredSpan, spanId } from '../testing/a-stored-span.js';
import { allPages, anySpans, createTestLists, listed } from '../testing/test-lists.js';

function anyWindow() {
  return fc.record({
    order: fc.constantFrom('ascending' as const, 'descending' as const, undefined),
    limit: fc.integer({ min: 1, max: 5 }),
    oldest: fc.constantFrom(undefined, 0n, 1n),
    newest: fc.constantFrom(undefined, 2n, 3n),
    rate: fc.constantFrom(undefined, 1, 0.5),
  });
}

function outlineOf({ trace_id, rank, nodes }: RankedWholeTrace) {
  return {
    trace_id,
    rank,
    spans: nodes.map(({ span_id }) => span_id),
  };
}

function keyOf(span: StoredSpan) {
  return `${span.trace_id}/${span.span_id}`;
}

describe('paging', () => {
  it('returns every span once and in order while new spans arrive', async () => {
    await fc.assert(
      fc.asyncProperty(anySpans(), anyWindow(), async (spans, window) => {
        const { offsets, reader, ...query } = createTestLists(100);
        reader.add(spans, { offset: 5 });
        const whole = (await listed(query.spans({ ...window, limit: 100 }))).items.map(keyOf);

        let late = 0;
        const paged = await allPages(query.spans, window, () => {
          late += 1;
          reader.add([aStoredSpan({ span_id: spanId(1000 + late), start_time: 1n })], {
            offset: 10 + late,
          });
          offsets.commit(20 + late, 10);
        });

        expect(paged.map(keyOf)).toEqual(whole);
      }),
    );
  });

  it('returns every trace once and in order', async () => {
    await fc.assert(
      fc.asyncProperty(anySpans(), anyWindow(), async (spans, window) => {
        const { reader, ...query } = createTestLists(100);
        reader.add(spans, { offset: 5 });
        const whole = (await listed(query.traces({ ...window, limit: 100 }))).items;

        const paged = await allPages(query.traces, window);

        expect(paged.map(outlineOf)).toEqual(whole.map(outlineOf));
        expect(new Set(paged.map(({ trace_id }) => trace_id)).size).toBe(paged.length);
      }),
    );
  });

  it('streams everything after the position of a token, whatever the limit in it', async () => {
    await fc.assert(
      fc.asyncProperty(anySpans(), anyWindow(), async (spans, window) => {
        const { reader, ...query } = createTestLists(100);
        reader.add(spans, { offset: 5 });
        const whole = (await listed(query.spans({ ...window, limit: 100 }))).items.map(keyOf);
        const first = await listed(query.spans(window));

        const { limit, ...unlimited } = window;
        const streamed = await listed(query.spans(unlimited, 'everything'));
        const cut = await listed(query.spans(window, 'everything'));
        expect(streamed.items.map(keyOf)).toEqual(whole);
        expect(cut.items.map(keyOf)).toEqual(whole.slice(0, limit));
        if (first.window?.next !== undefined) {
          const { next } = first.window;
          const rest = await listed(query.spans({ next }, 'everything'));
          expect(rest.items.map(keyOf)).toEqual(whole.slice(limit));
        }
      }),
    );
  });

  it('applies a limit that changes between pages', async () => {
    const { reader, ...query } = createTestLists();
    reader.add(Array.from({ length: 9 }, (_, index) => aStoredSpan({ span_id: spanId(index) })));
    const { window } = await listed(query.spans({ limit: 2 }));

    const second = await listed(query.spans({ next: window?.next, limit: 50, oldest: 99n }));

    expect(second.items).toHaveLength(7);
    expect(second.window).toMatchObject({ limit: 10, next: undefined });
  });

  it('shows the window if there is a next page, or if the limit was clamped', async () => {
    const { reader, ...query } = createTestLists();
    reader.add(Array.from({ length: 4 }, (_, index) => aStoredSpan({ span_id: spanId(index) })));

    expect((await listed(query.spans({}))).window).toMatchObject({
      limit: 3,
      order: 'descending',
      next: expect.any(String),
    });
    expect((await listed(query.spans({ limit: 4 }))).window).toBeUndefined();
    expect((await listed(query.spans({ limit: 11 }))).window).toMatchObject({
      limit: 10,
      next: undefined,
    });
  });
});
