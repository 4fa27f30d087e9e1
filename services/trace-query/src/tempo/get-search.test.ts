import { createTestTempo } from '../testing/test-tempo.js';

interface SpanSet {
  readonly spans: readonly { readonly spanID: string; readonly attributes?: object }[];
  readonly matched: number;
  readonly attributes?: object;
}

interface Answer {
  readonly traces: readonly { readonly traceID: string; readonly spanSets: readonly SpanSet[] }[];
}

async function search(parameters: Readonly<Record<string, string>>): Promise<Answer> {
  const { ask } = createTestTempo();
  const response = await ask(`/api/search?${new URLSearchParams(parameters)}`);
  expect([response.status, response.status === 200 ? '' : response.text]).toEqual([200, '']);
  return response.body;
}

/** The ids of the spans of each span set, `/` between the sets of a trace and `;` between traces. */
function idsIn({ traces }: Answer): string {
  return traces
    .map(({ spanSets }) =>
      spanSets
        .map(({ spans }) => spans.map(({ spanID }) => spanID.slice(-2)).join(' '))
        .join(' / '),
    )
    .join('; ');
}

describe('GET /tempo/api/search', () => {
  it.each([
    ['{ }', 'd2 d3; c1; b1 b2 b3 b4; a1 a2 a3 a4 a5 a6'],
    ['{ resource.service.name = "payments" }', 'd2 d3; a3 a4'],
    ['{ .service.name =~ "pay.*|cron" }', 'd2 d3; c1; a3 a4'],
    ['{ name =~ "SELECT .*" && span.rows > 0 }', 'a4'],
    ['{ status = error }', 'a2 a3'],
    ['{ status != error && kind = server }', 'd2; a1 a6'],
    ['{ statusMessage =~ ".*declined" }', 'a3'],
    ['{ traceDuration > 1s }', 'b1 b2 b3 b4'],
    ['{ rootServiceName = "gateway" && rootName = "GET /checkout" && kind = client }', 'a2 a4'],
    ['{ span.http.status_code >= 400 }', 'a2 a3'],
    ['{ span.http.status_code = "409" }', 'a6'],
    ['{ !(span.http.status_code = 200) }', 'd3; c1; b1 b2 b3 b4; a2 a3 a4 a5 a6'],
    ['{ span.retry = false || span.temperature = 0 }', 'b3; a1'],
    ['{ span.tags = "html" }', 'a5'],
    ['{ span.amount * 2 > 25 || span.size % 1000 = 48 }', 'd2; a5'],
    ['{ event:name = "exception" && event.exception.type = "CardError" }', 'a3'],
    ['{ event:timeSinceStart > 400ms }', 'a3'],
    ['{ link:spanID = "00000000000000b1" }', 'a6'],
    ['{ instrumentation:name = "http" && instrumentation:version =~ "1[.].*" }', 'a1 a2'],
    ['{ trace:id = "c3c3c3c3c3c3c3c3" }', 'c1'],
    ['{ resource.service.name = "gateway" } >> { span.db.system = "postgresql" }', 'a4'],
    ['{ status = error } &>> { }', 'a2 a3 a4'],
    ['{ kind = server } !~ { kind = internal }', 'c1; b4'],
    ['{ } | max(span.rows) < 1', 'd2 d3'],
    ['{ } | by(resource.service.name) | count() > 1', 'd2 d3; b2 b3 b4; a1 a2 a5 / a3 a4'],
    [
      '{ } | by(resource.service.name) | count() > 1 | coalesce()',
      'd2 d3; b2 b3 b4; a1 a2 a3 a4 a5',
    ],
  ])('finds with %s the spans "%s"', async (q, spans) => {
    expect(idsIn(await search({ q, spss: '0' }))).toBe(spans);
  });

  it('shows a trace as Tempo does, with the fields of the query in the order of their first mention', async () => {
    const answer = await search({ q: '{ status = error } | select(resource.service.name)' });

    const spans = [
      ['00000000000000a2', 'POST /pay', '1777629600050000000', '600000000', 'gateway'],
      ['00000000000000a3', 'charge', '1777629600100000000', '500000000', 'payments'],
    ].map(([spanID, name, startTimeUnixNano, durationNanos, service]) => ({
      spanID,
      name,
      startTimeUnixNano,
      durationNanos,
      attributes: [
        { key: 'status', value: { stringValue: 'error' } },
        { key: 'service.name', value: { stringValue: service } },
      ],
    }));
    expect(answer).toEqual({
      traces: [
        {
          traceID: '4bf92f3577b34da6a3ce929d0e0e47a1',
          rootServiceName: 'gateway',
          rootTraceName: 'GET /checkout',
          startTimeUnixNano: '1777629600000000000',
          durationMs: 900,
          spanSet: { spans, matched: 2 },
          spanSets: [{ spans, matched: 2 }],
          serviceStats: {
            gateway: { spanCount: 3, errorCount: 1 },
            inventory: { spanCount: 1 },
            payments: { spanCount: 2, errorCount: 1 },
          },
        },
      ],
      metrics: { inspectedBytes: expect.stringMatching(/^\d+$/), completedJobs: 1, totalJobs: 1 },
    });
  });

  it('names what a trace without root lacks', async () => {
    const { traces } = await search({ q: '{ name = "charge" && kind = server && status = ok }' });

    expect(traces).toEqual([
      expect.objectContaining({ rootTraceName: '<root span not yet received>' }),
    ]);
    expect(traces[0]).not.toHaveProperty('rootServiceName');
  });

  it('tells what groups and aggregates found, and leaves spanSet out where there are several sets', async () => {
    const { traces } = await search({
      q: '{ status = error } | by(resource.service.name) | max(duration) > 0',
      spss: '1',
    });

    expect(traces[0]).not.toHaveProperty('spanSet');
    expect(traces[0]?.spanSets.map(({ attributes }) => attributes)).toEqual([
      [
        { key: 'by(resource.service.name)', value: { stringValue: 'gateway' } },
        { key: 'max(duration)', value: { stringValue: '600ms' } },
      ],
      [
        { key: 'by(resource.service.name)', value: { stringValue: 'payments' } },
        { key: 'max(duration)', value: { stringValue: '500ms' } },
      ],
    ]);
  });

  it('writes values by their types, and leaves out fields that a span lacks', async () => {
    const { traces } = await search({
      q: '{ trace:id = "4bf92f3577b34da6a3ce929d0e0e47a1" } | select(span.amount, span.rows, span.retry, span.tags, kind, nestedSetLeft, event:timeSinceStart)',
      spss: '0',
    });

    const shown = traces[0]?.spanSets[0]?.spans.map(({ attributes }) => attributes);
    const left = (value: string) => ({ key: 'nestedSetLeft', value: { intValue: value } });
    const kind = (value: string) => ({ key: 'kind', value: { stringValue: value } });
    expect(shown).toEqual([
      [{ key: 'retry', value: { boolValue: false } }, kind('server'), left('1')],
      [kind('client'), left('2')],
      [
        { key: 'amount', value: { doubleValue: 12.5 } },
        kind('server'),
        left('3'),
        { key: 'event:timeSinceStart', value: { stringValue: '200ms' } },
      ],
      [{ key: 'rows', value: { intValue: '3' } }, kind('client'), left('4')],
      [
        {
          key: 'tags',
          value: { arrayValue: { values: [{ stringValue: 'fast' }, { stringValue: 'html' }] } },
        },
        kind('internal'),
        left('8'),
      ],
      [kind('server'), left('10')],
    ]);
  });

  it.each([
    [{}, 'd2 d3; c1; b1 b2 b3; a1 a2 a3'],
    [{ limit: '2' }, 'd2 d3; c1'],
    [{ minDuration: '400ms', maxDuration: '1.5s' }, 'a1 a2 a3'],
    [{ q: '{ kind = client }', minDuration: '1s' }, 'b3'],
    [{ start: '1777629660', end: '1777629720' }, 'c1; b1 b2 b3'],
    [{ start: '1777629661', end: '1777629665' }, 'b1 b2 b3'],
    [{ start: '1777629663', end: '1777629664', q: '{ name = "publish order" }' }, ''],
    [{ start: '1777629661', end: '1777629662', q: '{ name = "publish order" }' }, 'b1'],
    [{ tags: 'service.name=PAY name="select cards"' }, 'd3; a4'],
    [{ tags: 'root.service.name=gateway status.code=error' }, 'a2 a3'],
    [{ tags: 'error=true http.status_code=50' }, 'a2 a3'],
    [{ tags: 'root.name=checkout tags=html' }, 'a5'],
  ])('finds with %j the spans "%s"', async (parameters, spans) => {
    expect(idsIn(await search(parameters as Record<string, string>))).toBe(spans);
  });

  it('answers with an empty list where nothing matches', async () => {
    expect((await search({ q: '{ name = "nothing" }' })).traces).toEqual([]);
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
  ])('refuses %j: %s', async (parameters, text) => {
    const { ask } = createTestTempo();

    const response = await ask(
      `/api/search?${new URLSearchParams(parameters as Record<string, string>)}`,
    );

    expect([response.status, response.text]).toEqual([400, text]);
  });
});
