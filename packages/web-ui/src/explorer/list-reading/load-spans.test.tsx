import { UnfinishedPage } from '../../api/cursor-pages.js';
import type { ShownSpan } from '../../api/shown-span.js';
import { FakeService } from '../../testing/fake-service.js';
import { writePosition } from './list-position.js';
import { loadSpans } from './load-spans.js';

const path = '/spans/query';
const { signal } = new AbortController();
const oldest = '2026-05-01T00:00:00.000000000Z';
const limit = { limit: 100, order: 'descending' };
const late = { error: { status: 504, code: 'deadline_exceeded', message: 'too late' } };

function at(clock: string): string {
  return `2026-05-01T${clock}:00.000000000Z`;
}

function span(id: string, clock: string): Partial<ShownSpan> {
  return { span_id: id.repeat(16), start_time: at(clock) };
}

function progress(clock: string) {
  return { progress: { rows: 1, bytes: 1, reached: at(clock) } };
}

function load(order: 'ascending' | 'descending' = 'descending') {
  const projection = { members: [], attributes: [], text_limit: 300 };
  return loadSpans({ filtering: undefined, bounds: { oldest }, order, projection });
}

/** Reads a page that fails before it is complete, and returns the unfinished page. */
async function broken(page: Promise<unknown>): Promise<UnfinishedPage<ShownSpan>> {
  const error = await page.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UnfinishedPage);
  return error as UnfinishedPage<ShownSpan>;
}

/** Returns the window with which a list continues after a stream has sent the given lines. */
async function windowAfter(
  lines: readonly object[],
  order?: 'ascending' | 'descending',
): Promise<unknown> {
  const service = new FakeService({ [path]: { lines: [...lines, late] } });
  const read = load(order);
  const { resume } = await broken(read(undefined, signal));
  service.answer(path, { lines: [] });
  await read(resume, signal);
  const body = service.sentTo(path)[1]?.body as { readonly windowing: unknown } | undefined;
  return body?.windowing;
}

describe('loadSpans', () => {
  it('continues at the time it reached below the last row', async () => {
    expect(await windowAfter([span('a', '12:00'), progress('11:00')])).toEqual({
      ...limit,
      oldest,
      newest: at('11:00'),
    });
  });

  it.each([
    ['below the time that was reached', [progress('12:00'), span('a', '11:00')]],
    [
      'at the time that was reached, where more spans may be',
      [span('a', '11:00'), progress('11:00')],
    ],
  ])('goes on after a last row %s', async (_case, lines) => {
    expect(await windowAfter(lines)).toEqual({
      ...limit,
      oldest,
      newest: at('11:00'),
      next: 'a'.repeat(32),
    });
  });

  it('continues after the last row of an ascending list', async () => {
    const lines = [progress('11:00'), span('a', '12:00')];

    expect(await windowAfter(lines, 'ascending')).toMatchObject({
      oldest: at('12:00'),
      next: 'a'.repeat(32),
    });
  });

  it('continues after the same row if the next read breaks before it makes progress', async () => {
    const service = new FakeService({ [path]: { lines: [span('a', '11:00'), late] } });
    const read = load();
    const first = await broken(read(undefined, signal));
    service.answer(path, { lines: [progress('11:00'), late] });
    const second = await broken(read(first.resume, signal));

    expect(second.resume).toBe(first.resume);
  });

  it('begins again if nothing arrived', async () => {
    expect(await windowAfter([])).toEqual({ ...limit, oldest });
  });

  describe('after the second page', () => {
    const rows = { spans: [span('a', '11:00')] };
    const second = writePosition({ kind: 'after', windowing: limit });

    /**
     * Reads a second page, which the service takes `ms` milliseconds to return. Returns the service and a function that
     * reads further pages.
     */
    async function readSecond(ms: number) {
      const service = new FakeService({
        [path]: { body: { ...rows, windowing: { next: 'third' } } },
      });
      const read = load();
      await readIn(ms, () => read(second, signal));
      service.answer(path, { body: { ...rows, windowing: { next: 'fourth' } } });
      return { service, read };
    }

    const readIn = async (ms: number, read: () => Promise<unknown>): Promise<void> => {
      jest.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(ms);
      await read();
    };

    const asked = (service: FakeService) =>
      service.sentTo(path).map(({ body }) => (body as { windowing: object }).windowing);

    it.each([
      ['more rows after a page that arrives quickly', 20, 400],
      ['as many rows as before after one that takes its time', 400, 100],
    ])('reads %s', async (_case, ms, rowsOfThird) => {
      const { service, read } = await readSecond(ms);
      await read('third', signal);

      expect(asked(service)).toEqual([limit, { next: 'third', limit: rowsOfThird }]);
    });

    it('keeps the number of rows when a page is read again', async () => {
      const { service, read } = await readSecond(20);
      await read('third', signal);
      service.answer(path, { body: { ...rows, windowing: { next: 'third' } } });
      await readIn(400, () => read(second, signal));
      await read('third', signal);

      const [, first, , again] = asked(service);
      expect(again).toEqual(first);
    });
  });
});
