import { countersSince, parseCounters } from './ingest-counters.js';

const text = `# HELP spanhouse_gateway_spans_received_total Spans and other entries of requests that could be read.
# TYPE spanhouse_gateway_spans_received_total counter
spanhouse_gateway_spans_received_total 12
# TYPE spanhouse_gateway_spans_dropped_total counter
spanhouse_gateway_spans_dropped_total{code="invalid_span"} 0
spanhouse_gateway_spans_dropped_total{code="invalid_time"} 9
spanhouse_gateway_spans_dropped_total{service="shop",code="invalid_enum"} 3
spanhouse_gateway_spans_published_total 0
`;

describe('parseCounters', () => {
  it('finds received spans, and dropped ones by code', () => {
    expect(parseCounters(text)).toEqual({
      received: 12,
      dropped: new Map([
        ['invalid_time', 9],
        ['invalid_enum', 3],
      ]),
    });
  });

  it('finds nothing in the metrics of a process without a gateway', () => {
    expect(parseCounters('spanhouse_query_reads_total 3\n')).toBeUndefined();
  });
});

describe('countersSince', () => {
  const before = { received: 10, dropped: new Map([['invalid_time', 2]]) };

  it('subtracts the earlier counts and omits codes without new ones', () => {
    const now = {
      received: 15,
      dropped: new Map([
        ['invalid_time', 2],
        ['invalid_enum', 4],
      ]),
    };

    expect(countersSince(before, now)).toEqual({
      received: 5,
      dropped: new Map([['invalid_enum', 4]]),
    });
  });

  it('takes the counters of a process that restarted as they are', () => {
    const now = { received: 1, dropped: new Map([['invalid_time', 1]]) };

    expect(countersSince(before, now)).toBe(now);
  });
});
