import type { MetricSum } from '@spanhouse/trace-store/reader';
import fc from 'fast-check';
import { parseExposition } from '../testing/parse-exposition.js';
import { writeExposition } from './write-exposition.js';

function sum(members: Partial<MetricSum>): MetricSum {
  return {
    metric: 'calls',
    labels: ['shop', 'GET', 'SPAN_KIND_SERVER', 'STATUS_CODE_OK'],
    bucket: 0,
    amount: 1n,
    totalNs: 0n,
    totalBytes: 0n,
    exemplar: undefined,
    ...members,
  };
}

function write(sums: readonly MetricSum[], format: 'prometheus' | 'openmetrics' = 'prometheus') {
  return [...writeExposition(sums, format)].join('');
}

const exemplar = {
  trace_id: 'ab'.repeat(16),
  durationNs: 3_000_000n,
  receivedNs: 1_777_629_600_000_000_001n,
};
const edge = { labels: ['shop', 'bank', ''] };

describe('writeExposition', () => {
  it('writes calls, bytes and a histogram of the duration of spans', () => {
    const text = write([
      sum({ amount: 2n, totalNs: 2_500_000n, totalBytes: 10n }),
      sum({ bucket: 14, totalNs: 99_000_000_000n, totalBytes: 5n }),
    ]);

    const labels =
      'service=shop,span_kind=SPAN_KIND_SERVER,span_name=GET,status_code=STATUS_CODE_OK';
    expect(parseExposition(text, 'prometheus')).toMatchObject({
      [`traces_spanmetrics_calls_total{${labels}}`]: '3',
      [`traces_spanmetrics_size_total{${labels}}`]: '15',
      [`traces_spanmetrics_latency_bucket{le=0.002,${labels}}`]: '2',
      [`traces_spanmetrics_latency_bucket{le=16.384,${labels}}`]: '2',
      [`traces_spanmetrics_latency_bucket{le=+Inf,${labels}}`]: '3',
      [`traces_spanmetrics_latency_sum{${labels}}`]: '99.0025',
      [`traces_spanmetrics_latency_count{${labels}}`]: '3',
    });
    expect(text.match(/_bucket/g)).toHaveLength(15);
  });

  it('writes edges of the service graph, with a zero where none failed', () => {
    const failing = { labels: ['shop', 'mail', 'virtual_node'] };
    const text = write([
      sum({ metric: 'client', bucket: 3, totalNs: 600_000_000n, ...edge }),
      sum({ metric: 'failed', ...failing }),
      sum({ metric: 'request', ...edge }),
      sum({ metric: 'request', ...failing }),
      sum({ metric: 'server', bucket: 3, totalNs: 500_000_000n, ...edge }),
      sum({ metric: 'unpaired', labels: ['', 'bank'] }),
    ]);

    expect(parseExposition(text, 'prometheus')).toMatchObject({
      'traces_service_graph_request_total{client=shop,connection_type=,server=bank}': '1',
      'traces_service_graph_request_failed_total{client=shop,connection_type=,server=bank}': '0',
      'traces_service_graph_request_failed_total{client=shop,connection_type=virtual_node,server=mail}':
        '1',
      'traces_service_graph_request_server_seconds_bucket{client=shop,connection_type=,le=0.4,server=bank}':
        '0',
      'traces_service_graph_request_server_seconds_bucket{client=shop,connection_type=,le=0.8,server=bank}':
        '1',
      'traces_service_graph_request_server_seconds_bucket{client=shop,connection_type=,le=12.8,server=bank}':
        '1',
      'traces_service_graph_request_server_seconds_sum{client=shop,connection_type=,server=bank}':
        '0.5',
      'traces_service_graph_request_client_seconds_sum{client=shop,connection_type=,server=bank}':
        '0.6',
      'traces_service_graph_unpaired_spans_total{client=,server=bank}': '1',
    });
  });

  it('has buckets of doubling size, from 100 ms for edges and from 2 ms for spans', () => {
    const boundsOf = (text: string) =>
      [...text.matchAll(/_bucket\{.*le="(.*?)"/g)].map(([, bound]) =>
        Number(bound?.replace('+Inf', 'Infinity')),
      );
    const doubled = (first: number, count: number) =>
      Array.from({ length: count }, (_, index) => (first * 2 ** index) / 1000);

    expect(boundsOf(write([sum({ metric: 'server', ...edge })]))).toEqual([
      ...doubled(100, 8),
      Number.POSITIVE_INFINITY,
    ]);
    expect(boundsOf(write([sum({})]))).toEqual([...doubled(2, 14), Number.POSITIVE_INFINITY]);
  });

  it('names the namespaces of edges that have them', () => {
    const text = write([
      sum({ metric: 'request', labels: ['a', 'b', '', 'front', ''] }),
      sum({ metric: 'server', labels: ['a', 'b', '', 'front', ''] }),
    ]);

    expect(text).toContain(
      'traces_service_graph_request_total{client="a",server="b",connection_type="",client_service_namespace="front",server_service_namespace=""} 1\n',
    );
  });

  it('adds an exemplar to buckets, the names of OpenMetrics and its end', () => {
    const text = write([sum({ exemplar, totalNs: 3_000_000n, bucket: 1 })], 'openmetrics');

    expect(parseExposition(text, 'openmetrics')).not.toEqual({});
    expect(text).toContain(
      '# TYPE traces_spanmetrics_calls counter\ntraces_spanmetrics_calls_total{',
    );
    expect(text).toContain(
      `le="0.004"} 1 # {trace_id="${exemplar.trace_id}"} 0.003 1777629600.000000001\n`,
    );
    expect(text.match(/ # \{/g)).toHaveLength(1);
    expect(text.endsWith('# EOF\n')).toBe(true);
    expect(write([sum({ exemplar })])).not.toContain(' # {');
  });

  it('writes nothing without sums, and in OpenMetrics only the end', () => {
    expect(write([])).toBe('');
    expect(write([], 'openmetrics')).toBe('# EOF\n');
  });

  it('writes labels that a strict parser reads as they are', () => {
    const anyText = fc.string({
      unit: fc.constantFrom('"', '\\', '\n', 'n', ',', '=', '}', ' ', '\u{1f600}', '#'),
    });
    fc.assert(
      fc.property(anyText, fc.constantFrom('prometheus', 'openmetrics'), (name, format) => {
        const text = write([sum({ labels: ['shop', name, '', ''] })], format);

        const [key = ''] = Object.keys(parseExposition(text, format));
        const written = key.slice(
          key.indexOf('span_name=') + 'span_name='.length,
          key.lastIndexOf(',status_code='),
        );
        const read = written.replaceAll(/\\(.)/g, (_, escaped) =>
          escaped === 'n' ? '\n' : escaped,
        );
        expect(read).toBe(name);
      }),
    );
  });
});
