import { search } from '../../testing/tempo-search.js';

describe('a trace that a search of Tempo found', () => {
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

  it('shows the values of groups and aggregates, and leaves out spanSet if there are several sets', async () => {
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

  it.each<[string, readonly (readonly string[])[]]>([
    ['{ status = error && .http.status_code = 502 }', [['status', 'http.status_code']]],
    [
      '{ name = "charge" && duration > 1ms && span:id != "" && span:parentID != "" && rootName != "x" && traceDuration > 1ms && trace:id != "" && status = error }',
      [['status']],
    ],
    [
      '{ status = error } | select(status, span.amount, status, span.amount)',
      [['status', 'amount']],
    ],
    [
      '{ event.exception.type != nil } | select(event.exception.message, statusMessage, event:name, link:spanID, resource.service.name)',
      [['exception.type', 'exception.message', 'statusMessage', 'event:name', 'service.name']],
    ],
    ['{ span.rows = 3 } | by(span.db.system) | max(span.rows) > 1', [['rows', 'db.system']]],
    ['{ link:spanID != "" } | select(link.kind)', [['link:spanID', 'kind']]],
    ['{ name = "tick" }', [[]]],
  ])('shows for %s the fields that it names, in this order', async (q, keys) => {
    const { traces } = await search({ q });

    const last = traces[0]?.spanSets.map(({ spans }) => {
      const { attributes = [] } = spans.at(-1) as { attributes?: readonly { key: string }[] };
      return attributes.map(({ key }) => key);
    });
    expect(last).toEqual(keys);
  });

  it('shows the first event that has a field', async () => {
    const { traces } = await search({ q: '{ event:name != "" } | select(event.exception.type)' });

    expect(traces[0]?.spanSets[0]?.spans[0]?.attributes).toEqual([
      { key: 'event:name', value: { stringValue: 'retry' } },
      { key: 'exception.type', value: { stringValue: 'CardError' } },
    ]);
  });

  it('counts the spans of a set before it is cut', async () => {
    const { traces } = await search({ q: '{ }', spss: '2' });

    expect(
      traces.map(({ spanSets }) => spanSets.map(({ spans, matched }) => [spans.length, matched])),
    ).toEqual([[[2, 2]], [[1, 1]], [[2, 4]], [[2, 6]]]);
  });

  it('rounds the extent of a trace down to milliseconds, and leaves 0 out', async () => {
    const { traces } = await search({});

    expect(traces.map((trace) => [trace.traceID.slice(-2), trace.durationMs])).toEqual([
      ['d4', 300],
      ['c3', undefined],
      ['b2', 2000],
      ['a1', 900],
    ]);
    expect(traces.map(({ traceID }) => traceID.length)).toEqual([32, 32, 32, 32]);
  });

  it('shows the count, the mean and the sum of a set', async () => {
    const { traces } = await search({
      q: '{ rootName = "publish order" } | count() > 1 | avg(duration) > 0 | sum(span.rows) > 0 | by(span.retries)',
    });

    expect(traces[0]?.spanSets.map(({ attributes }) => attributes)).toEqual([
      [
        { key: 'count()', value: { intValue: '4' } },
        { key: 'avg(duration)', value: { stringValue: '705ms' } },
        { key: 'sum(span.rows)', value: { intValue: '1' } },
        { key: 'by(span.retries)', value: { stringValue: 'nil' } },
      ],
      [
        { key: 'count()', value: { intValue: '4' } },
        { key: 'avg(duration)', value: { stringValue: '705ms' } },
        { key: 'sum(span.rows)', value: { intValue: '1' } },
        { key: 'by(span.retries)', value: { intValue: '0' } },
      ],
    ]);
  });
});
