import type { CursorPage } from '../api/cursor-pages.js';
import { findNeighbour } from './find-neighbour.js';

function listOf(...pages: readonly (readonly string[])[]) {
  const read: (string | undefined)[] = [];
  const load = (next: string | undefined): Promise<CursorPage<string>> => {
    read.push(next);
    const at = Number(next ?? 0);
    const more = at + 1 < pages.length ? { next: String(at + 1) } : {};
    return Promise.resolve({ rows: pages[at] ?? [], ...more });
  };
  return { load, read };
}

describe('findNeighbour', () => {
  const { load } = listOf(['a', 'b'], ['c'], ['d']);

  it('finds the ids before and after, across pages', async () => {
    expect(await findNeighbour('b', -1, load)).toEqual({ id: 'a' });
    expect(await findNeighbour('b', 1, load)).toEqual({ id: 'c' });
    expect(await findNeighbour('c', -1, load)).toEqual({ id: 'b' });
  });

  it('reports both ends of the list', async () => {
    expect(await findNeighbour('a', -1, load)).toBe('end');
    expect(await findNeighbour('d', 1, load)).toBe('end');
  });

  it('returns unknown for an id that is not listed', async () => {
    expect(await findNeighbour('x', 1, load)).toBe('unknown');
    expect(await findNeighbour('x', -1, load)).toBe('unknown');
  });

  it('reads five pages at most', async () => {
    const long = listOf(...Array.from({ length: 9 }, (_, page) => [`${page}`]));

    expect(await findNeighbour('7', 1, long.load)).toBe('unknown');
    expect(long.read).toHaveLength(5);
  });
});
