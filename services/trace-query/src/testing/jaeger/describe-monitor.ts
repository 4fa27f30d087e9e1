import type { JaegerClient } from './ask-jaeger.js';
import { v1 } from './jaeger-shapes.js';

/** Parameters that request points at minutes 0 to 5 of set D. */
const minutes = 'endTs=1777629900000&lookback=300000&step=60000';
const T0_MS = 1_777_629_600_000;

/** Queries, each with the expected values by minute. */
const measured: readonly (readonly [query: string, points: string])[] = [
  ['latencies?service=payments&quantile=0.5&ratePer=60000', '1: 500, 3: 300'],
  ['latencies?service=payments&quantile=0.5&ratePer=120000', '1: 500, 2: 500, 3: 300, 4: 300'],
  [
    'latencies?service=payments&quantile=0.95&ratePer=600000',
    '1: 500, 2: 500, 3: 490, 4: 490, 5: 490',
  ],
  ['latencies?service=cron&quantile=0.95&ratePer=60000&spanKind=internal', '2: 0.4'],
  ['calls?service=gateway&ratePer=40000', '0: 0.025, 1: 0, 2: 0, 3: 0, 4: 0, 5: 0'],
  ['errors?service=payments&ratePer=600000', '1: 1, 2: 1, 3: 0.5, 4: 0.5, 5: 0.5'],
  ['errors?service=payments&ratePer=60000&spanKind=client&spanKind=server', '1: 0.5, 3: 0, 4: 0'],
];

async function measure(client: JaegerClient, query: string) {
  const { metrics, ...about } = await client.read(`/api/metrics/${query}&${minutes}`, v1.metrics);
  const series = metrics.map(({ labels, metricPoints }) => ({
    labels: labels.map(({ name, value }) => `${name}=${value}`),
    points: metricPoints
      .map(({ timestamp, gaugeValue }) => {
        const minute = (Date.parse(timestamp) - T0_MS) / 60_000;
        return `${minute}: ${gaugeValue.doubleValue}`;
      })
      .join(', '),
  }));
  return { ...about, series };
}

/** Declares the tests of the metrics that the Monitor tab shows. */
export function describeMonitor(client: () => JaegerClient): void {
  it.each(measured)('measures %s', async (query, points) => {
    const { series } = await measure(client(), query);

    expect(series.map((one) => one.points)).toEqual([points]);
  });

  it('names the metric, the service and the operations', async () => {
    const query =
      'service=payments,service=nobody&groupByOperation=true&spanKind=client&spanKind=server';

    expect(await measure(client(), `latencies?${query}&quantile=0.95`)).toMatchObject({
      name: 'service_operation_latencies',
      type: 'GAUGE',
      help: '0.95th quantile latency, grouped by service & operation',
      series: [
        { labels: ['service_name=payments', 'operation=SELECT cards'] },
        { labels: ['service_name=payments', 'operation=charge'] },
      ],
    });
  });

  it('counts the calls of a service without spans as none, and measures nothing else of it', async () => {
    const { read } = client();

    expect(await measure(client(), 'calls?service=payments,service=nobody')).toMatchObject({
      name: 'service_call_rate',
      help: 'calls/sec, grouped by service',
      series: [{ labels: ['service_name=payments'] }, { labels: ['service_name=nobody'] }],
    });
    expect((await measure(client(), 'errors?service=nobody')).series).toEqual([]);
    expect(await read('/api/metrics/minstep', v1.minStep)).toMatchObject({ data: 1 });
  });
}
