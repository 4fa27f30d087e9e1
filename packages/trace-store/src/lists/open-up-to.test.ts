import { drainStream } from '@spanhouse/service-runtime';
import { openUpTo } from './list-traces.js';

/** Lists numbers as items. Numbers in `vanished` are ranked but have no item. */
async function list(
  limit: number,
  batches: readonly (readonly number[])[],
  vanished: readonly number[] = [],
) {
  const asked: (readonly number[])[] = [];
  const reached: number[] = [];
  const items: number[] = [];
  const stream = openUpTo(limit, fromBatches(batches), {
    async *open(ranked: readonly number[]) {
      asked.push(ranked);
      const found = ranked.filter((number) => !vanished.includes(number));
      if (found.length > 0) {
        yield found;
      }
    },
    onOpened: (last) => reached.push(last),
  });
  const hasMore = await drainStream(stream, (portion) => void items.push(...portion));
  return { items, hasMore, asked, reached };
}

async function* fromBatches(batches: readonly (readonly number[])[]) {
  yield* batches;
}

describe('openUpTo', () => {
  it('opens as many traces as the limit, and reports that more follow', async () => {
    expect(await list(2, [[1, 2, 3]])).toEqual({
      items: [1, 2],
      hasMore: true,
      asked: [[1, 2]],
      reached: [2],
    });
  });

  it('reports the end of the list', async () => {
    expect(await list(3, [[1, 2, 3]])).toMatchObject({ items: [1, 2, 3], hasMore: false });
    expect(await list(3, [[]])).toMatchObject({ items: [], hasMore: false, asked: [] });
  });

  it('continues after a page whose traces have all been removed', async () => {
    expect(await list(2, [[1, 2, 3], [4, 5, 6, 7], [8]], [1, 2, 3, 5])).toEqual({
      items: [4, 6],
      hasMore: true,
      asked: [[1, 2], [3], [4, 5], [6]],
      reached: [2, 3, 5, 6],
    });
  });

  it('replaces removed traces with the next traces', async () => {
    expect(await list(2, [[1, 2, 3]], [2])).toMatchObject({ items: [1, 3], hasMore: false });
  });

  it('counts the traces of several batches', async () => {
    expect(await list(3, [[1, 2], [3], [4]])).toMatchObject({
      items: [1, 2, 3],
      hasMore: true,
      asked: [[1, 2], [3]],
    });
  });
});
