import { exampleMetrics } from '@spanhouse/traceql/testing';
import { createTestTempo, type Shown, withDoors } from '../../testing/test-doors.js';

const T0 = 1_777_629_600;
const fourMinutes = { start: String(T0), end: String(T0 + 240), step: '60s' };
const instant = { start: String(T0 - 1), end: String(T0 + 299) };

async function ask(
  path: string,
  parameters: Readonly<Record<string, string>>,
  maxSeries = 1000,
): Promise<Shown> {
  const service = createTestTempo(withDoors({ maxSeries }));
  const response = await service.ask(`${path}?${new URLSearchParams(parameters)}`);
  expect([response.status, response.status === 200 ? '' : response.text]).toEqual([200, '']);
  return response.body;
}

function askRange(q: string, more: Readonly<Record<string, string>> = {}, maxSeries?: number) {
  return ask('/api/metrics/query_range', { q, ...fourMinutes, ...more }, maxSeries);
}

function askInstant(q: string) {
  return ask('/api/metrics/query', { q, ...instant });
}

/** Returns the values of each series, keyed by its labels. */
function valuesOf({ series }: Shown): Readonly<Record<string, readonly number[]>> {
  return Object.fromEntries(
    series.map(({ labels, samples, value }: Shown) => [
      labels.map(({ key, value: shown }: Shown) => `${key}=${Object.values(shown)}`).join(' '),
      samples === undefined ? [value] : samples.map((sample: Shown) => sample.value),
    ]),
  );
}

describe('GET /tempo/api/metrics/query_range', () => {
  it('answers with the samples and exemplars of each series', async () => {
    expect(
      await askRange('{ resource.service.name = "gateway" } | rate() by (resource.service.name)'),
    ).toEqual({
      series: [
        {
          labels: [{ key: 'resource.service.name', value: { stringValue: 'gateway' } }],
          samples: [0, 60, 120, 180, 240].map((seconds, index) => ({
            timestampMs: String((T0 + seconds) * 1000),
            value: [1 / 60, 2 / 60, 0, 0, 0][index],
          })),
          exemplars: [
            {
              labels: [
                { key: 'trace:id', value: { stringValue: '4bf92f3577b34da6a3ce929d0e0e47a1' } },
                { key: 'span:id', value: { stringValue: '00000000000000a1' } },
                { key: 'name', value: { stringValue: 'GET /checkout' } },
                { key: 'resource.service.name', value: { stringValue: 'gateway' } },
              ],
              value: 1 / 60,
              timestampMs: '1777629600000',
            },
          ],
        },
      ],
      metrics: { inspectedBytes: expect.any(String) },
    });
  });

  it.each(exampleMetrics)('counts the example %s', async (q, series) => {
    const present = Object.entries(series).map(([labels, points]) => [
      labels,
      points.filter((value) => value !== undefined).map((value) => expect.closeTo(value, 9)),
    ]);

    expect(valuesOf(await askRange(q))).toEqual(Object.fromEntries(present));
  });

  it.each<[string, object]>([
    [
      '{ nestedSetParent < 0 } | count_over_time()',
      { '__name__=count_over_time': [1, 1, 1, 0, 0] },
    ],
    [
      '{ nestedSetParent < 0 } | count_over_time() by (rootServiceName)',
      {
        'rootServiceName=cron': [0, 0, 1, 0, 0],
        'rootServiceName=gateway': [1, 0, 0, 0, 0],
        'rootServiceName=orders': [0, 1, 0, 0, 0],
      },
    ],
    [
      '{ status = error } >> { } | count_over_time() by (name)',
      { 'name=SELECT cards': [0, 1, 0, 0, 0], 'name=charge': [0, 1, 0, 0, 0] },
    ],
    ['{ } | count() > 4 | count_over_time()', { '__name__=count_over_time': [1, 5, 0, 0, 0] }],
    [
      '{ status = error } || { kind = consumer } | count_over_time()',
      { '__name__=count_over_time': [0, 2, 1, 0, 0] },
    ],
    ['{ name = "nothing" } | rate()', { '__name__=rate': [0, 0, 0, 0, 0] }],
    ['{ name = "nothing" } | rate() by (name)', {}],
    ['{ } | max_over_time(span.amount)', { '__name__=max_over_time': [12.5, 99] }],
    [
      '({ status = error } | count_over_time()) / ({ } | count_over_time())',
      { '__name__=(count_over_time / count_over_time)': [0, 2 / 6, 0, 0, 0] },
    ],
    [
      '100 * ({ status = error } | count_over_time() by (resource.service.name)) / ({ } | count_over_time() by (resource.service.name)) > 30',
      { 'resource.service.name=gateway': [50], 'resource.service.name=payments': [50] },
    ],
  ])('counts %s', async (q, expected) => {
    expect(valuesOf(await askRange(q))).toEqual(expected);
  });

  it.each<[string, object]>([
    [
      '{ span.http.status_code >= 400 } | count_over_time() by (span.http.status_code)',
      { 'span.http.status_code=502': [0, 2, 0, 0, 0] },
    ],
    [
      '{ } | sum_over_time(span.rows) by (span.db.system)',
      { 'span.db.system=nil': [1], 'span.db.system=postgresql': [3, 0] },
    ],
    ['{ span.rows != nil } | quantile_over_time(span.rows, 0.5)', { 'p=0.5': [3, 1, 0] }],
    [
      '{ statusMessage != "" } | count_over_time() by (statusMessage)',
      {
        'statusMessage=bad gateway': [0, 1, 0, 0, 0],
        'statusMessage=card declined': [0, 1, 0, 0, 0],
      },
    ],
  ])('counts %s without reading a span', async (q, expected) => {
    const service = createTestTempo();
    service.reader.failure = new Error('a span was read');
    const { body } = await service.ask(
      `/api/metrics/query_range?${new URLSearchParams({ q, ...fourMinutes })}`,
    );

    expect(valuesOf(body)).toEqual(expected);
  });

  it('leaves out samples of missing points, and distinguishes values by type', async () => {
    const { series } = await askRange(
      '{ } | max_over_time(duration) by (span.rows, span.tags, status)',
      { exemplars: '0' },
    );

    expect(series.map(({ labels }: Shown) => labels)).toContainEqual([
      { key: 'span.rows', value: { intValue: '3' } },
      { key: 'status', value: { stringValue: 'ok' } },
    ]);
    expect(series).toContainEqual({
      labels: [
        { key: 'span.tags', value: { stringValue: '["fast","html"]' } },
        { key: 'status', value: { stringValue: 'unset' } },
      ],
      samples: [{ timestampMs: String((T0 + 60) * 1000), value: 0.15 }],
    });
  });

  it('returns the series with the largest sums if there are too many, and reports it', async () => {
    const answer = await askRange('{ } | count_over_time() by (resource.service.name)', {}, 2);

    expect(valuesOf(answer)).toEqual({
      'resource.service.name=billing': [0, 0, 3, 0, 0],
      'resource.service.name=payments': [0, 2, 0, 1, 1],
    });
    expect(answer).toMatchObject({ status: 'PARTIAL', message: '2 of 6 series' });
  });

  it('shows the value of the span itself as its exemplar', async () => {
    const { series } = await askRange('{ status = error } | quantile_over_time(duration, 0, 1)');

    expect(
      series.map(({ labels, exemplars }: Shown) => [
        labels[0].value.doubleValue,
        exemplars?.map(({ value }: Shown) => value),
      ]),
    ).toEqual([
      [0, undefined],
      [1, [0.6]],
    ]);
  });

  it.each([
    [{}, 'q is required'],
    [{ q: '{ }' }, 'not a metrics query'],
    [
      { q: '{ } | rate(', ...fourMinutes },
      'invalid TraceQL query: parse error at line 1, col 12: unexpected end of query, expected ")"',
    ],
    [{ q: '{ } | rate()', start: '20', end: '20' }, 'end must be after start'],
    [
      { q: '{ } | rate()', start: 'x' },
      'start must be a time in seconds or nanoseconds since 1970, or RFC 3339',
    ],
    [{ q: '{ } | rate()', since: '1x' }, 'since must be a duration such as 1h or 30m'],
    [
      { q: '{ } | rate()', step: '0.0001s' },
      'step must be a duration such as 1m or a number of seconds, at least 1ms',
    ],
    [{ q: '{ } | rate()', exemplars: 'x' }, 'exemplars must be a whole number'],
    [
      { q: '{ } | rate() with(extrapolate=true)' },
      'invalid TraceQL query: hint "extrapolate" is not supported',
    ],
  ])('refuses %j', async (parameters, text) => {
    const query = new URLSearchParams(parameters as Record<string, string>);

    await createTestTempo().ask(`/api/metrics/query_range?${query}`).expect(400, text);
  });
});

describe('GET /tempo/api/metrics/query', () => {
  it('answers with one value for each series, without samples', async () => {
    expect(await askInstant('{ } | count_over_time()')).toEqual({
      series: [
        { labels: [{ key: '__name__', value: { stringValue: 'count_over_time' } }], value: 13 },
      ],
      metrics: { inspectedBytes: expect.any(String) },
    });
  });

  it('divides a rate by the whole range', async () => {
    const range = { start: String(T0 - 100), end: String(T0 + 200) };

    expect(valuesOf(await ask('/api/metrics/query', { q: '{ } | rate()', ...range }))).toEqual({
      '__name__=rate': [13 / 300],
    });
  });

  it('compares spans that are selected with the others', async () => {
    expect(valuesOf(await askInstant('{ } | compare({ status = error })'))).toMatchObject({
      '__meta_type=selection resource.service.name=gateway': [1],
      '__meta_type=selection resource.service.name=payments': [1],
      '__meta_type=selection_total resource.service.name=nil': [2],
      '__meta_type=baseline kind=server': [3],
      '__meta_type=baseline rootServiceName=gateway': [4],
      '__meta_type=baseline_total kind=nil': [11],
    });
  });
});
