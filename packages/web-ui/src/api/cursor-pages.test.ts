import fc from 'fast-check';
import { type CursorPage, CursorPages, UnfinishedPage } from './cursor-pages.js';

/** Serves the numbers from 0 to `count` - 1 in pages, and counts the page requests. */
function numbers(count: number, pageSize: number) {
  const tokens: (string | undefined)[] = [];
  const load = (next: string | undefined): Promise<CursorPage<number>> => {
    tokens.push(next);
    const first = Number(next ?? 0);
    const rows = Array.from({ length: Math.min(pageSize, count - first) }, (_, at) => first + at);
    const end = first + rows.length;
    return Promise.resolve({ rows, next: end < count ? String(end) : undefined });
  };
  return { load, tokens };
}

async function settle(pages: CursorPages<number>) {
  do {
    await new Promise(setImmediate);
  } while (pages.state.isLoading);
}

/** Requests the given rows one after another. */
async function visit(pages: CursorPages<number>, ...rows: readonly number[]) {
  for (const row of rows) {
    pages.need(row, row);
    await settle(pages);
  }
}

/** The index of the first row in each of 40 pages. */
const firstRows = Array.from({ length: 40 }, (_, at) => 10 * at);

function rowsOf(pages: CursorPages<number>) {
  return Array.from({ length: pages.state.known }, (_, at) => pages.row(at));
}

describe('CursorPages', () => {
  it('reads the pages up to the last row that is needed', async () => {
    const { load, tokens } = numbers(95, 10);
    const pages = new CursorPages(load);

    await visit(pages, 0);
    pages.need(5, 10);
    await settle(pages);

    expect(tokens).toEqual([undefined, '10']);
    expect(pages.state).toMatchObject({ known: 20, isComplete: false });
  });

  it('reads a page again with its token after it was dropped', async () => {
    const { load, tokens } = numbers(500, 10);
    const pages = new CursorPages(load);
    await visit(pages, ...firstRows);

    expect(pages.row(15)).toBeUndefined();
    await visit(pages, 15);

    expect(pages.row(15)).toBe(15);
    expect(tokens.at(-1)).toBe('10');
    expect(pages.row(0)).toBe(0);
    expect(pages.state.known).toBe(400);
  });

  it('keeps all pages of a list that is shown whole', async () => {
    const { load } = numbers(500, 10);
    const pages = new CursorPages(load, Number.POSITIVE_INFINITY);
    await visit(pages, ...firstRows);

    expect([pages.row(15), pages.row(395)]).toEqual([15, 395]);
  });

  it('keeps the rows after a failure, and continues with a retry', async () => {
    const { load } = numbers(30, 10);
    let failures = 1;
    const pages = new CursorPages<number>((next) =>
      next === '10' && failures-- > 0 ? Promise.reject(new Error('down')) : load(next),
    );
    await visit(pages, 9, 10);
    expect(pages.state).toMatchObject({ error: new Error('down'), known: 10 });
    pages.retry();
    await settle(pages);

    expect(pages.state).toMatchObject({ error: undefined, known: 20 });
    expect(pages.row(3)).toBe(3);
  });

  it('returns every row at its index, in any scroll order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 1, max: 30 }),
        fc.array(fc.integer({ min: 0, max: 420 }), { maxLength: 30 }),
        async (count, pageSize, visits) => {
          const pages = new CursorPages(numbers(count, pageSize).load);
          await visit(pages, 0);
          for (const next of visits) {
            const row = Math.min(next, pages.state.known);
            await visit(pages, row);

            expect(pages.row(row)).toBe(row < count ? row : undefined);
          }
          expect(pages.state.known).toBeLessThanOrEqual(count);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('shows the rows of a page while it arrives, and how far the search has come', async () => {
    const whole = Promise.withResolvers<CursorPage<number>>();
    const pages = new CursorPages<number>((_next, _signal, onPart) => {
      onPart?.({ rows: [1, 2], reached: 'noon' });
      return whole.promise;
    });

    pages.need(0, 0);
    expect(pages.state).toMatchObject({ known: 2, isLoading: true, reached: 'noon' });
    whole.resolve({ rows: [1, 2, 3] });
    await settle(pages);

    expect(rowsOf(pages)).toEqual([1, 2, 3]);
    expect(pages.state).toMatchObject({ known: 3, isComplete: true });
  });

  it('keeps the rows of a page that broke, and continues with its token', async () => {
    const tokens: (string | undefined)[] = [];
    const late = new Error('It took too long.');
    const pages = new CursorPages<number>((next) => {
      tokens.push(next);
      return next === undefined
        ? Promise.reject(new UnfinishedPage({ rows: [1, 2], reached: 'noon' }, 'from noon', late))
        : Promise.resolve({ rows: [3] });
    });

    await visit(pages, 0);
    expect(pages.state).toMatchObject({ known: 2, error: late, reached: 'noon' });
    pages.retry();
    await settle(pages);

    expect(tokens).toEqual([undefined, 'from noon']);
    expect(rowsOf(pages)).toEqual([1, 2, 3]);
    expect(pages.state).toMatchObject({ error: undefined, isComplete: true });
  });

  it('continues after a page that broke before its first row', async () => {
    const pages = new CursorPages<number>((next) =>
      next === undefined
        ? Promise.reject(new UnfinishedPage({ rows: [] }, 'again', new Error('late')))
        : Promise.resolve({ rows: [7] }),
    );

    await visit(pages, 0);
    pages.retry();
    await settle(pages);

    expect(rowsOf(pages)).toEqual([7]);
    expect(pages.state.isComplete).toBe(true);
  });
});
