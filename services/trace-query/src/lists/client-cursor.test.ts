import type { StoredSpan } from '@spanhouse/span-row';
import type { Windowing } from '@spanhouse/span-schema';
import fc from 'fast-check';
import { aStoredSpan, spanId } from '../testing/a-stored-span.js';
import { allPages, anySpans, createTestLists, listed, MAX_PAGES } from '../testing/test-lists.js';

const MICROSECOND = 1000n;
const anyOrder = fc.constantFrom('ascending' as const, 'descending' as const, undefined);

function keyOf({ trace_id, span_id }: StoredSpan) {
  return `${trace_id}/${span_id}`;
}

/** Builds a cursor from a client's last span, as clients do. The time is rounded down to a multiple of `unit`. */
function cursorOf(
  { span_id, start_time }: StoredSpan,
  order: Windowing['order'],
  unit = 1n,
): Partial<Windowing> {
  const time = start_time - (start_time % unit);
  const next = `${span_id}${span_id}`;
  return order === 'ascending'
    ? { next, oldest: time, oldestUnit: unit }
    : { next, newest: time, newestUnit: unit };
}

describe('a cursor that a client builds from a span', () => {
  it('continues after the span, whatever the precision of its time, while new spans arrive', async () => {
    const anyUnit = fc.constantFrom(1n, 2n, MICROSECOND);
    const anyLimit = fc.integer({ min: 1, max: 4 });
    await fc.assert(
      fc.asyncProperty(
        anySpans(),
        anyOrder,
        fc.record({ unit: anyUnit, limit: anyLimit, rate: fc.constantFrom(undefined, 0.5) }),
        async (spans, order, { unit, limit, rate }) => {
          const { offsets, reader, ...query } = createTestLists(100);
          reader.add(spans, { offset: 5 });
          const whole = (await listed(query.spans({ order, rate, limit: 100 }))).items.map(keyOf);

          const paged: StoredSpan[] = [];
          let cursor: Partial<Windowing> = {};
          for (let page = 1; page < MAX_PAGES; page++) {
            const { items } = await listed(query.spans({ order, rate, limit, ...cursor }));
            const last = items.at(-1);
            if (last === undefined) {
              break;
            }
            paged.push(...items);
            cursor = cursorOf(last, order, unit);
            const late = aStoredSpan({
              span_id: spanId(1000 + page),
              start_time: BigInt(page % 4),
            });
            if (page < 5) {
              reader.add([late], { offset: 10 + page });
            }
            offsets.commit(20 + page, 10);
          }

          const keys = paged.map(keyOf);
          const early = paged.filter(({ span_id }) => span_id < spanId(1000)).map(keyOf);
          expect(early).toEqual(whole);
          expect(new Set(keys).size).toBe(keys.length);
        },
      ),
    );
  });

  it('keeps the other bound and leaves out the time as a bound', async () => {
    const { reader, ...query } = createTestLists();
    const at = (start: bigint) =>
      aStoredSpan({ span_id: spanId(Number(start)), start_time: start });
    reader.add([1n, 2n, 3n, 4n, 5n].map(at));

    const older = await listed(query.spans({ ...cursorOf(at(4n), undefined), oldest: 3n }));
    const newer = await listed(
      query.spans({ ...cursorOf(at(2n), 'ascending'), order: 'ascending', newest: 3n }),
    );

    expect(older.items.map(({ start_time }) => start_time)).toEqual([3n]);
    expect(newer.items.map(({ start_time }) => start_time)).toEqual([3n]);
  });

  it('continues after the first match if several spans match', async () => {
    const { reader, ...query } = createTestLists();
    const twins = ['a', 'b', 'c'].map((digit) =>
      aStoredSpan({ trace_id: digit.repeat(32), span_id: spanId(7), start_time: 5n }),
    );
    reader.add(twins);
    const [first] = twins;
    if (first === undefined) {
      throw new Error('no twins');
    }

    const { items } = await listed(query.spans(cursorOf(first, undefined)));

    expect(items.map(({ trace_id }) => trace_id[0])).toEqual(['b', 'a']);
  });

  it('continues after the time, or at the time with larger ids, if no span matches', async () => {
    const { reader, ...query } = createTestLists();
    const at = (id: number, start: bigint) =>
      aStoredSpan({ span_id: spanId(id), start_time: start });
    reader.add([at(1, 5_000n), at(9, 5_001n), at(3, 5_999n), at(8, 6_000n), at(2, 4_999n)]);
    const gone = at(5, 5_500n);

    const idsOf = (items: readonly StoredSpan[]) =>
      items.map(({ span_id }) => Number.parseInt(span_id, 16) - 1);
    const descending = await allPages(query.spans, {
      ...cursorOf(gone, undefined, MICROSECOND),
      limit: 1,
    });
    const ascending = await allPages(query.spans, {
      ...cursorOf(gone, 'ascending', MICROSECOND),
      order: 'ascending',
      limit: 1,
    });

    expect(idsOf(descending)).toEqual([3, 1, 2]);
    expect(idsOf(ascending)).toEqual([9, 8]);
  });
});

describe('a cursor that a client builds from a trace', () => {
  it('continues with traces of a later rank, or of the same rank and a later id', async () => {
    await fc.assert(
      fc.asyncProperty(anySpans(), anyOrder, async (spans, order) => {
        const { reader, ...query } = createTestLists(100);
        reader.add(spans, { offset: 5 });
        const whole = (await listed(query.traces({ order, limit: 100 }))).items;

        const paged = [];
        let cursor: Partial<Windowing> = {};
        for (let page = 1; page < MAX_PAGES; page++) {
          const { items } = await listed(query.traces({ order, limit: 1, ...cursor }));
          const [last] = items;
          if (last === undefined) {
            break;
          }
          paged.push(last);
          const time = order === 'ascending' ? { oldest: last.rank } : { newest: last.rank };
          cursor = { next: last.trace_id, ...time };
        }

        expect(paged.map(({ trace_id }) => trace_id)).toEqual(
          whole.map(({ trace_id }) => trace_id),
        );
      }),
    );
  });
});

describe('a UUID without its time', () => {
  it('is ignored', async () => {
    const { reader, ...query } = createTestLists();
    reader.add([aStoredSpan()]);

    const next = '4bf92f35-77b3-4da6-a3ce-929d0e0e4736';
    expect((await listed(query.traces({ next }))).items).toHaveLength(1);
    expect((await listed(query.spans({ next }))).items).toHaveLength(1);
  });
});
