import { UnfinishedPage } from '../../api/cursor-pages.js';
import type { TraceSummary } from '../../api/trace-summary.js';
import { FakeService } from '../../testing/fake-service.js';
import { loadTraces } from './load-traces.js';

const path = '/traces/summaries/query';
const bounds = { oldest: '2026-05-01T00:00:00Z' };
const { signal } = new AbortController();

function summary(id: string): Partial<TraceSummary> {
  return { trace_id: id };
}

function progress(reached: string, next?: string) {
  return { progress: { rows: 1, bytes: 1, reached, ...(next !== undefined && { next }) } };
}

function load() {
  return loadTraces({ filtering: undefined, bounds, order: 'descending', limit: 2 });
}

function ids(rows: readonly TraceSummary[]): readonly string[] {
  return rows.map(({ trace_id: id }) => id);
}

/** Reads a page that fails before it is complete, and returns the error with the kept rows. */
async function broken(page: Promise<unknown>): Promise<UnfinishedPage<TraceSummary>> {
  const error = await page.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UnfinishedPage);
  return error as UnfinishedPage<TraceSummary>;
}

describe('loadTraces', () => {
  it('streams the first page, and reads the next one by its token', async () => {
    const service = new FakeService({
      [path]: { lines: [summary('a'), summary('b'), progress('2026-05-01T12:00:00Z', 'token')] },
    });
    const read = load();

    const first = await read(undefined, signal);
    service.answer(path, { body: { summaries: [summary('c')] } });
    const second = await read(first.next, signal);

    expect([ids(first.rows), ids(second.rows), second.next]).toEqual([
      ['a', 'b'],
      ['c'],
      undefined,
    ]);
    const [streamed, paged] = service.sentTo(path);
    expect(streamed?.headers.get('accept')).toBe('application/x-ndjson; progress=1');
    expect(streamed?.body).toEqual({ windowing: { ...bounds, limit: 2, order: 'descending' } });
    expect(paged?.body).toEqual({ windowing: { next: 'token' } });
  });

  it('has no next page if the stream ends below its limit', async () => {
    new FakeService({ [path]: { lines: [summary('a'), progress('2026-05-01T00:00:00Z')] } });

    expect((await load()(undefined, signal)).next).toBeUndefined();
  });

  it('continues at the time it reached, without listed traces on any page', async () => {
    const reached = '2026-05-01T12:00:00Z';
    const error = { error: { status: 504, code: 'deadline_exceeded', message: 'too late' } };
    const service = new FakeService({
      [path]: { lines: [summary('a'), progress(reached), error] },
    });
    const read = load();

    const cut = await broken(read(undefined, signal));
    const again = [summary('b'), summary('a'), progress('2026-05-01T06:00:00Z', 'token')];
    service.answer(path, { lines: again });
    const second = await read(cut.resume, signal);
    service.answer(path, { body: { summaries: [summary('a'), summary('c')] } });
    const third = await read(second.next, signal);

    expect([ids(cut.rows), cut.reached]).toEqual([['a'], reached]);
    expect(service.sentTo(path)[1]?.body).toMatchObject({
      windowing: { ...bounds, newest: '2026-05-01T12:00:00.000000001Z' },
    });
    expect([ids(second.rows), ids(third.rows)]).toEqual([['b'], ['c']]);
  });

  it('never continues before its own bound', async () => {
    const newest = '2026-05-01T12:00:00Z';
    const error = { error: { status: 504, code: 'deadline_exceeded', message: 'too late' } };
    const service = new FakeService({
      [path]: { lines: [progress('2026-05-01T12:00:00.000Z'), error] },
    });
    const request = { filtering: undefined, order: 'descending', limit: 2 } as const;
    const read = loadTraces({ ...request, bounds: { ...bounds, newest } });

    const cut = await broken(read(undefined, signal));
    await read(cut.resume, signal).catch(() => undefined);

    expect(service.sentTo(path)[1]?.body).toMatchObject({ windowing: { ...bounds, newest } });
  });
});
