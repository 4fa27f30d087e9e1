import { AppError } from '@spanhouse/service-runtime';
import type { FakeClock } from '@spanhouse/service-runtime/testing';
import { setDAsOtlp, traceIdsOfSetD } from '@spanhouse/span-dialects/testing';
import { FakeTraceReader } from '@spanhouse/trace-store/testing';
import request from 'supertest';
import { createFilledTraceQuery } from '../testing/filled-trace-query.js';
import { store, takeInOtlp } from '../testing/intake.js';
import { createTestTraceQuery } from '../testing/test-trace-query.js';

const { a, b } = traceIdsOfSetD;
const late = 'The query did not finish in time.';
const milliseconds = 'endTs=1777629800000&lookback=3600000';
const microseconds = 'start=1777629600000000&end=1777629900000000';
const versionThree =
  'query.startTimeMin=2026-05-01T10:00:00Z&query.startTimeMax=2026-05-01T11:00:00Z';
const tempoRange = 'start=1777629600&end=1777629900';

function q(text: string): string {
  return `q=${encodeURIComponent(text)}`;
}

/** Reads that go through the traces of a range, page by page. */
const walks = [
  `/tempo/api/search?${q('{ } > { }')}`,
  '/tempo/api/search?tags=service.name%3Dnobody',
  `/tempo/api/metrics/query_range?${q('{ } > { } | rate()')}&${tempoRange}`,
  `/tempo/api/metrics/query?${q('{ } | compare({ status = error })')}&${tempoRange}`,
  `/tempo/api/v2/search/tags?${q('{ rootName = "tick" }')}`,
  '/tempo/api/v2/search/tag/rootName/values',
  `/jaeger/api/traces?${microseconds}&tags=%7B%22x%22%3A%22y%22%7D`,
  `/jaeger/api/v3/traces?${versionThree}&query.attributes=%7B%22x%22%3A%22y%22%7D`,
  `/jaeger/api/v3/trace-summaries?${versionThree}&query.attributes=%7B%22x%22%3A%22y%22%7D`,
  `/jaeger/api/dependencies?${milliseconds}`,
  `/zipkin/api/v2/traces?${milliseconds}&annotationQuery=nothing`,
  `/zipkin/api/v2/dependencies?${milliseconds}`,
];

const otherReads = [
  `/tempo/api/traces/${a}`,
  `/tempo/api/v2/traces/${a}`,
  '/tempo/api/search/tags',
  '/tempo/api/search/tag/service.name/values',
  `/tempo/api/metrics/query_range?${q('{ } | rate()')}&${tempoRange}`,
  '/jaeger/api/services',
  '/jaeger/api/services/payments/operations',
  '/jaeger/api/operations?service=payments',
  `/jaeger/api/traces/${a}`,
  `/jaeger/api/traces?traceID=${a}`,
  `/jaeger/api/metrics/latencies?service=payments&quantile=0.9&${milliseconds}`,
  '/jaeger/api/v3/services',
  '/jaeger/api/v3/operations?service=payments',
  `/jaeger/api/v3/traces/${a}`,
  '/zipkin/api/v2/services',
  '/zipkin/api/v2/spans?serviceName=payments',
  '/zipkin/api/v2/remoteServices?serviceName=payments',
  `/zipkin/api/v2/trace/${a}`,
  `/zipkin/api/v2/traceMany?traceIds=${a},${b}`,
];

/** The body of a failure as the dialect of a path has it. */
function failure(path: string, status: number, text: string): string {
  if (path.startsWith('/jaeger/api/v3')) {
    return JSON.stringify({ error: { httpCode: status, message: text } });
  }
  const errors = [{ code: status, msg: text }];
  return path.startsWith('/jaeger')
    ? JSON.stringify({ data: null, total: 0, limit: 0, offset: 0, errors })
    : text;
}

/** Takes more time for a page than a read has, and has a further one after each. */
class EndlessReader extends FakeTraceReader {
  clock: FakeClock | undefined;

  override async *streamTraces(...read: Parameters<FakeTraceReader['streamTraces']>) {
    yield* super.streamTraces(...read);
    await this.clock?.advance(20_000);
    return true;
  }

  override async *streamCalls(...read: Parameters<FakeTraceReader['streamCalls']>) {
    yield* super.streamCalls(...read);
    await this.clock?.advance(20_000);
    return true;
  }
}

describe('a read of a front door', () => {
  it.each([...walks, ...otherReads])(
    'is 504 in the form of its dialect if the store exceeds the deadline: %s',
    async (path) => {
      const { app, reader, analytics } = createFilledTraceQuery(takeInOtlp(setDAsOtlp()));
      expect([200, 404]).toContain((await request(app).get(path)).status);
      reader.failure = new AppError('DEADLINE_EXCEEDED', 'too slow');
      analytics.failure = reader.failure;

      const { status, text } = await request(app).get(path);

      expect([status, text]).toEqual([504, failure(path, 504, late)]);
    },
  );

  it.each(walks)('is 504 instead of a part of the traces once its time is up: %s', async (path) => {
    const endless = new EndlessReader();
    endless.add(store(takeInOtlp(setDAsOtlp())));
    const { app, clock } = createTestTraceQuery({ store: endless });
    endless.clock = clock;

    const { status, text } = await request(app).get(path);

    expect([status, text]).toEqual([504, failure(path, 504, late)]);
  });
});

describe('an answer of a front door that is too large to be held', () => {
  const ids = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(32, '0'));

  it.each([
    `/jaeger/api/traces?${microseconds}`,
    `/jaeger/api/v3/traces?${versionThree}`,
    `/zipkin/api/v2/traceMany?traceIds=${ids}`,
  ])('breaks the connection if a later trace cannot be read: %s', async (path) => {
    const value = { stringValue: 'x'.repeat(1_000_000) };
    const spans = ids.map((traceId) => ({
      traceId,
      spanId: traceId.slice(-16),
      name: 'large',
      startTimeUnixNano: '1777629600000000000',
      endTimeUnixNano: '1777629600000000001',
      attributes: [{ key: 'text', value }],
    }));
    const sent = takeInOtlp({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
    const { app, reader } = createFilledTraceQuery(sent);
    const whole = await request(app).get(path).expect(200);
    const streamFoundTraces = reader.streamFoundTraces.bind(reader);
    reader.streamFoundTraces = (...read) => {
      reader.failure = new AppError('CLICKHOUSE_UNAVAILABLE', 'away');
      reader.portionsBeforeFailure = 5;
      return streamFoundTraces(...read);
    };

    expect(whole.text.length).toBeGreaterThan(12_000_000);
    await expect(request(app).get(path)).rejects.toThrow('aborted');
  });
});
