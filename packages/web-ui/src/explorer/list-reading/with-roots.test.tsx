import type { TraceSummary } from '../../api/trace-summary.js';
import { aTraceSummary } from '../../testing/a-trace-summary.js';
import { FakeService } from '../../testing/fake-service.js';
import { withRoots } from './with-roots.js';

const path = '/spans/query';
const { signal } = new AbortController();

function summary(traceId: string, second: number, rootId?: string): TraceSummary {
  return aTraceSummary({
    trace_id: traceId,
    ...(rootId !== undefined && {
      root: {
        span_id: rootId,
        span_name: 'ask',
        span_type: 'task',
        status_code: 'STATUS_CODE_OK',
      },
    }),
    start_time: `2026-05-01T10:00:0${second}.000000000Z`,
    end_time: `2026-05-01T10:00:0${second + 1}.500000000Z`,
    duration_ns: '1500000000',
  });
}

function read(columns: readonly string[], rows: readonly TraceSummary[]) {
  return withRoots(() => Promise.resolve({ rows, next: 'more' }), columns)(undefined, signal);
}

describe('withRoots', () => {
  it('gives each trace the attributes of its root that the columns name', async () => {
    const attributes = { customer: { tier: 'premium' } };
    const service = new FakeService({
      [path]: { body: { spans: [{ trace_id: 'b', span_id: '2', attributes }] } },
    });

    const page = await read(
      ['name', '.customer.tier', 'resource.host.name'],
      [summary('a', 5, '1'), summary('b', 1, '2'), summary('c', 3)],
    );

    expect(page.next).toBe('more');
    expect(page.rows.map(({ rootSpan }) => rootSpan?.attributes)).toEqual([
      undefined,
      attributes,
      undefined,
    ]);
    expect(service.sentTo(path)[0]?.body).toEqual({
      filtering: {
        conditions: [
          { field: 'trace_id', operator: 'in', value: ['a', 'b', 'c'] },
          { field: 'span_id', operator: 'in', value: ['1', '2'] },
        ],
      },
      windowing: {
        oldest: '2026-05-01T10:00:01.000000000Z',
        newest: '2026-05-01T10:00:06.501000000Z',
        limit: 3,
      },
      projection: { members: ['resource'], attributes: ['customer.tier'], text_limit: 300 },
    });
  });

  it.each([
    ['no column is an attribute', ['name', 'user'], [summary('a', 1, '1')]],
    ['no trace has a root', ['.customer.tier'], [summary('a', 1)]],
  ])('asks for nothing if %s', async (_case, columns, rows) => {
    const service = new FakeService();

    expect((await read(columns, rows)).rows).toEqual(rows);
    expect(service.sent).toEqual([]);
  });
});
