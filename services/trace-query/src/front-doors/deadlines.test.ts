import { AppError } from '@spanhouse/service-runtime';
import type { FakeClock } from '@spanhouse/service-runtime/testing';
import { FakeTraceReader } from '@spanhouse/trace-store/testing';
import request from 'supertest';
import {
  failureOf,
  microseconds,
  milliseconds,
  versionThree,
  walks,
} from '../testing/front-door-reads.js';
import { store, takeInSpans } from '../testing/intake.js';
import { createFilledTraceQuery, setD } from '../testing/test-doors.js';
import { createTestTraceQuery } from '../testing/test-trace-query.js';

const late = 'The query did not finish in time.';

/**
 * Reader that needs more time for one page than the deadline allows. It offers more pages, which a walk must not read.
 */
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
  it.each(walks)('is 504 instead of a part of the traces once its time is up: %s', async (path) => {
    const slow = new SlowReader();
    slow.add(store(setD));
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
      attributes: [{ key: 'text', value }],
    }));
    const { app, reader } = createFilledTraceQuery(takeInSpans(spans));
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
