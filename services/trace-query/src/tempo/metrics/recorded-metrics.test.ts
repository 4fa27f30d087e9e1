import { checkTempoJson } from '@spanhouse/span-dialects/testing';
import { createTestTempo, type Shown } from '../../testing/test-doors.js';

/** The four minutes of the examples, in the format that Grafana sends. */
const range = 'end=1777629840&start=1777629600';
/** Headers that the data source's backend sends with every request. */
const grafana = { 'user-agent': 'Grafana/13.1.0', 'accept-encoding': 'gzip' };

async function read(path: string, q: string, type: string): Promise<Shown> {
  const { ask } = createTestTempo();
  const { body, status, text } = await ask(`${path}&${new URLSearchParams({ q })}`).set(grafana);
  expect([status, status === 200 ? '' : text]).toEqual([200, '']);
  checkTempoJson(type, body);
  return body;
}

function readRange(q: string, step = '&step=60s') {
  return read(`/api/metrics/query_range?exemplars=100&${range}${step}`, q, 'QueryRangeResponse');
}

/** Sends a query whose only step covers the whole range, as Drilldown does. */
function readWhole(q: string) {
  return readRange(q, '&step=240s');
}

/** Returns the sum of each series' samples, keyed by its labels. */
function sumsOf({ series }: Shown): Readonly<Record<string, number>> {
  return Object.fromEntries(
    series.map(({ labels, samples }: Shown) => [
      labels.map(({ key, value }: Shown) => `${key}=${Object.values(value)}`).join(' '),
      samples.reduce((sum: number, { value }: Shown) => sum + value, 0),
    ]),
  );
}

describe("metrics of TraceQL, as Grafana's data source of Tempo asks for them", () => {
  it('are a range for a panel, with exemplars that open a trace', async () => {
    const answer = await readRange(
      '{resource.service.name="payments" && span.http.status_code >= 500} | count_over_time() by (span.http.status_code)',
    );

    expect(sumsOf(answer)).toEqual({ 'span.http.status_code=502': 1 });
    expect(answer.series[0].exemplars[0].labels).toContainEqual({
      key: 'trace:id',
      value: { stringValue: '4bf92f3577b34da6a3ce929d0e0e47a1' },
    });
  });

  it('have a step of their own where the panel names none', async () => {
    const { series } = await readRange('{} | rate()', '');

    expect(series[0].samples.length).toBeGreaterThan(200);
  });

  it('are one value for each series where the type is Instant', async () => {
    const path = `/api/metrics/query?exemplars=100&${range}`;
    const { series } = await read(
      path,
      '{ span.rows != nil } | max_over_time(span.rows) by (span.db.system)',
      'QueryInstantResponse',
    );

    expect(series.map(({ labels, value }: Shown) => [labels[0].value, value])).toEqual([
      [{ stringValue: 'nil' }, 1],
      [{ stringValue: 'postgresql' }, 3],
    ]);
  });
});

describe('metrics of TraceQL, as Traces Drilldown asks for them', () => {
  it.each<[string, object]>([
    [
      '{kind=server && span.http.method != nil} | rate() by(span.http.method)',
      { 'span.http.method=GET': 1 / 60 },
    ],
    ['{nestedSetParent<0 && true && status=error} | rate() by(resource.service.name)', {}],
    [
      '{true && resource.service.name != nil && status=error} | rate() by(resource.service.name)',
      { 'resource.service.name=gateway': 1 / 60, 'resource.service.name=payments': 1 / 60 },
    ],
  ])('rate %s', async (q, expected) => {
    expect(sumsOf(await readRange(q))).toEqual(expected);
  });

  it('show durations as quantiles and as a heat map', async () => {
    const quantiles = await readRange(
      '{nestedSetParent<0} | quantile_over_time(duration, 0.9) by(rootServiceName)',
    );
    const buckets = await readRange(
      '{nestedSetParent<0} | histogram_over_time(duration) with(sample=true)',
    );

    expect(sumsOf(quantiles)).toMatchObject({ 'rootServiceName=gateway p=0.9': 0.9 });
    expect(Object.values(sumsOf(buckets)).reduce((sum, n) => sum + n, 0)).toBe(3);
  });

  it.each([
    '{true} | compare({status = error}, 10)',
    '{true} | compare({duration >= 500ms}, 10, 1777629600000000000, 1777629840000000000)',
  ])('tell what distinguishes spans with %s', async (q) => {
    expect(sumsOf(await readWhole(q))).toMatchObject({
      '__meta_type=selection resource.service.name=payments': 1,
    });
  });
});
