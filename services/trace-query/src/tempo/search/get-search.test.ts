import { exampleQueries } from '@spanhouse/traceql/testing';
import { takeInSpans } from '../../testing/intake.js';
import { idsIn, search } from '../../testing/tempo-search.js';
import { createTestTempo } from '../../testing/test-doors.js';

describe('GET /tempo/api/search', () => {
  it.each(exampleQueries)(
    'finds with %s the spans of the example, the newest trace first',
    async (q, spans) => {
      const newestFirst = spans === '' ? '' : spans.split('; ').toReversed().join('; ');

      expect(idsIn(await search({ q, spss: '0' }))).toBe(newestFirst);
    },
  );

  it.each([
    [{}, 'd2 d3; c1; b1 b2 b3; a1 a2 a3'],
    [{ limit: '2' }, 'd2 d3; c1'],
    [{ limit: '10000', spss: '10000' }, 'd2 d3; c1; b1 b2 b3 b4; a1 a2 a3 a4 a5 a6'],
    [{ spss: '1' }, 'd2; c1; b1; a1'],
    [{ minDuration: '400ms', maxDuration: '1.5s' }, 'a1 a2 a3'],
    [{ minDuration: '900ms', maxDuration: '0.9s' }, 'a1 a2 a3'],
    [{ minDuration: '1m30s' }, ''],
    [{ minDuration: '900000001ns', maxDuration: '1h' }, 'b1 b2 b3'],
    [{ maxDuration: '400us' }, 'c1'],
    [{ q: '{ kind = client }', minDuration: '1s' }, 'b3'],
    [{ start: '1777629660', end: '1777629720' }, 'c1; b1 b2 b3'],
    [{ start: '1777629661', end: '1777629665' }, 'b1 b2 b3'],
    [{ start: '1777629663', end: '1777629664', q: '{ name = "publish order" }' }, ''],
    [{ start: '1777629661', end: '1777629662', q: '{ name = "publish order" }' }, 'b1'],
    [{ start: '1777629660', end: '1777629661' }, 'b1 b2 b3'],
    [{ start: '1777629600' }, 'd2 d3; c1; b1 b2 b3; a1 a2 a3'],
    [{ end: '1777629600' }, 'a1 a2 a3'],
    [{ start: '0', end: '0' }, 'd2 d3; c1; b1 b2 b3; a1 a2 a3'],
    [{ tags: 'service.name=PAY name="select cards"' }, 'd3; a4'],
    [{ tags: 'http.method=get' }, 'a1'],
    [{ tags: 'http.method=get error=true' }, ''],
    [{ tags: 'deployment.environment=stag' }, 'a6'],
    [{ tags: 'status.code=ok name=charge' }, 'd2'],
    [{ tags: 'status.code=unset root.name=tick' }, 'c1'],
    [{ tags: 'retry=FALSE' }, 'a1'],
    [{ tags: 'attempt=2' }, ''],
    [{ tags: 'root.service.name=gateway status.code=error' }, 'a2 a3'],
    [{ tags: 'error=true http.status_code=50' }, 'a2 a3'],
    [{ tags: 'root.name=checkout tags=html' }, 'a5'],
  ])('finds with %j the spans "%s"', async (parameters, spans) => {
    expect(idsIn(await search(parameters as Record<string, string>))).toBe(spans);
  });

  it('finds the newest 20 traces by default, sorted by id if they start at the same time', async () => {
    const ids = Array.from({ length: 25 }, (_, n) => (n + 1).toString(16).padStart(32, '0'));
    const sent = takeInSpans(ids.map((traceId) => ({ traceId })));

    const { traces } = await search({}, createTestTempo({}, sent));

    expect(traces.map(({ traceID }) => traceID)).toEqual(ids.toReversed().slice(0, 20));
  });

  it('ignores what cannot change an exact answer', async () => {
    const plain = await search({ q: '{ kind = client }' });
    const { ask } = createTestTempo();
    const more = 'maxStaleValues=1&span_pruning=x&mode=recent&skip_ast_transformations=all';
    const q = encodeURIComponent('{ kind = client } with(most_recent=true)');

    const { body } = await ask(`/api/search?q=${q}&${more}`).set('recent-data-target', 'x');

    expect(body).toEqual(plain);
  });

  it.each([
    [
      { q: '({ } | rate()) * 2' },
      'metrics query on the search route, use /api/metrics/query_range',
    ],
    [{ q: '{ } | rate()' }, 'metrics query on the search route, use /api/metrics/query_range'],
    [{ q: '{ name = 1 }' }, 'invalid TraceQL query: { name = 1 }: operands of different types'],
    [{ q: '{ parent.a = 1 }' }, 'invalid TraceQL query: parent is not supported'],
    [{ q: '{ }', tags: 'a=b' }, 'q and tags exclude each other'],
    [{ tags: 'a=b a=c' }, 'invalid tags: a is given twice'],
    [{ tags: 'a' }, 'invalid tags: a list of key=value is expected'],
    [{ tags: 'status.code=good' }, 'invalid tags: status.code must be ok, error or unset'],
    [{ limit: '0' }, 'limit must be between 1 and 10000'],
    [{ limit: '10001' }, 'limit must be between 1 and 10000'],
    [{ spss: '10001' }, 'spss must be at most 10000'],
    [{ minDuration: '5' }, 'minDuration must be a duration such as 1.5s or 300ms'],
    [
      { minDuration: `${'9'.repeat(310)}h` },
      'minDuration must be a duration such as 1.5s or 300ms',
    ],
    [{ start: '2', end: '1' }, 'end must be after start'],
    [{ start: '2', end: '2' }, 'end must be after start'],
    [{ start: '1.5' }, 'start must be a whole number'],
    [{ limit: '-1' }, 'limit must be a whole number'],
    [{ maxDuration: '1d' }, 'maxDuration must be a duration such as 1.5s or 300ms'],
    [{ q: '{ name =\n1 }' }, 'invalid TraceQL query: { name = 1 }: operands of different types'],
    [
      { q: '{ }\n| { .a == 1 }' },
      'invalid TraceQL query: parse error at line 2, col 8: unexpected "=="',
    ],
    [{ tags: 'a="x' }, 'invalid tags: a list of key=value is expected'],
  ])('refuses %j: %s', async (parameters, text) => {
    const { ask } = createTestTempo();

    const response = await ask(
      `/api/search?${new URLSearchParams(parameters as Record<string, string>)}`,
    );

    expect([response.status, response.text]).toEqual([400, text]);
  });
});
