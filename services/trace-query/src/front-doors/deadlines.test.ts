import { AppError } from '@spanhouse/service-runtime';
import type { FakeClock } from '@spanhouse/service-runtime/testing';
import { setDAsOtlp } from '@spanhouse/span-dialects/testing';
import { FakeTraceReader } from '@spanhouse/trace-store/testing';
import request from 'supertest';
import { createFilledTraceQuery } from '../testing/filled-trace-query.js';
import {
  failureOf,
  microseconds,
  milliseconds,
  reads,
  versionThree,
  walks,
} from '../testing/front-door-reads.js';
import { store, takeInOtlp } from '../testing/intake.js';
import { createTestTraceQuery } from '../testing/test-trace-query.js';

const late = 'The query did not finish in time.';

/** Takes longer for a page than the deadline allows, and has further pages that a walk must not read. */
class SlowReader extends FakeTraceReader {
  clock: FakeClock | undefined;
  #pages = 0;

  override async *streamTraces(...read: Parameters<FakeTraceReader['streamTraces']>) {
    yield* super.streamTraces(...read);
    return await this.#hasMore();
  }

  override async *streamCalls(...read: Parameters<FakeTraceReader['streamCalls']>) {
    yield* super.streamCalls(...read);
    return await this.#hasMore();
  }

  async #hasMore(): Promise<boolean> {
    await this.clock?.advance(20_000);
    this.#pages += 1;
    return this.#pages < 5;
  }
}

describe('a read of a front door', () => {
  it.each(reads)(
    'is 504 in the form of its dialect if the store exceeds the deadline: %s',
    async (path) => {
      const { app, reader, analytics } = createFilledTraceQuery(takeInOtlp(setDAsOtlp()));
      expect([200, 404]).toContain((await request(app).get(path)).status);
      reader.failure = new AppError('DEADLINE_EXCEEDED', 'too slow');
      analytics.failure = reader.failure;

      const { status, text } = await request(app).get(path);

      expect([status, text]).toEqual([504, failureOf(path, 504, late)]);
    },
  );

  it.each(walks)('is 504 instead of a part of the traces once its time is up: %s', async (path) => {
    const slow = new SlowReader();
    slow.add(store(takeInOtlp(setDAsOtlp())));
    const { app, clock } = createTestTraceQuery({ store: slow });
    slow.clock = clock;

    const { status, text } = await request(app).get(path);

    expect([status, text]).toEqual([504, failureOf(path, 504, late)]);
  });
});

describe('an answer of a front door that is too large to be held', () => {
  const ids = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(32, '0'));

  it.each([
    `/jaeger/api/traces?${microseconds}`,
    `/jaeger/api/v3/traces?${versionThree}`,
    `/zipkin/api/v2/traceMany?traceIds=${ids}`,
    `/zipkin/api/v2/traces?${milliseconds}&limit=20`,
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
