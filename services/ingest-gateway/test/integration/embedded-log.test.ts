import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock as clock } from '@spanhouse/service-runtime';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import { type EmbeddedSpanLog, openEmbeddedSpanLog } from '@spanhouse/span-log/embedded';
import request from 'supertest';
import { aSentSpan, traceId } from '../../src/testing/sent-spans.js';
import { createTestGateway } from '../../src/testing/test-gateway.js';
import { CollectingListener } from '../collecting-listener.js';

const MIB = 1024 * 1024;
const REQUESTS = 20;
const SPANS_PER_REQUEST = 7;

describe('the gateway on the embedded log', () => {
  let directory: string;
  let log: EmbeddedSpanLog;

  async function openLog(minFreeBytes = 0): Promise<EmbeddedSpanLog> {
    log = await openEmbeddedSpanLog({
      path: join(directory, 'log'),
      partitions: 3,
      clock,
      logger: createSilentLogger(),
      maxBytes: 64 * MIB,
      minFreeBytes,
      maxInFlightBytes: 16 * MIB,
      deadLetters: { maxBytes: 2 ** 20, maxAgeMs: 86_400_000 },
      generationForNewLog: () => Promise.resolve(1),
    });
    return log;
  }

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'spanhouse-gateway-'));
  });

  afterEach(async () => {
    await log.close();
    await rm(directory, { recursive: true, force: true });
  });

  it('stores every span of every 202 exactly once', async () => {
    const { publisher } = await openLog();
    const { app } = createTestGateway({ publisher });
    const spansOf = (n: number) =>
      Array.from({ length: SPANS_PER_REQUEST }, (_, at) =>
        aSentSpan({ trace_id: traceId(1 + n * SPANS_PER_REQUEST + at) }),
      );

    const answers = await Promise.all(
      Array.from({ length: REQUESTS }, (_, n) =>
        request(app)
          .post('/tracing/spans/ingest')
          .send({ spans: spansOf(n) }),
      ),
    );
    await log.close();
    const listener = new CollectingListener();
    await (await openLog()).subscription.start(listener);
    await listener.until(REQUESTS * SPANS_PER_REQUEST);

    const links = answers.flatMap(({ body }) => body.links as { trace_id: string }[]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(listener.spans.map((span) => span.trace_id).sort()).toEqual(
      links.map((link) => link.trace_id).sort(),
    );
  });

  it('issues receipts whose positions are reached by committed offsets', async () => {
    const { publisher, offsets, subscription } = await openLog();
    const { app, receipts } = createTestGateway({ publisher });
    const listener = new CollectingListener();
    const spans = Array.from({ length: 30 }, (_, n) => aSentSpan({ trace_id: traceId(n + 1) }));

    const { headers } = await request(app).post('/tracing/spans/ingest').send({ spans });
    const receipt = receipts.read(String(headers['x-ingest-receipt']), {
      projectId: '00000000-0000-0000-0000-000000000000',
      logId: publisher.logId,
      issuedAfterMs: 0,
    });
    const isReached = (timeoutMs: number) =>
      offsets.waitFor(receipt?.target ?? new Map(), {
        timeoutMs,
        signal: new AbortController().signal,
      });
    const before = await isReached(0);
    await subscription.start(listener);
    await listener.until(spans.length);
    for (const { partition, offset } of listener.messages) {
      await subscription.commit({ partition, offset: offset + 1, metadata: '' });
    }

    expect(before).toBe(false);
    expect(await isReached(5000)).toBe(true);
  });

  it('answers 503 and stores nothing while the disk is full', async () => {
    const { publisher, stats } = await openLog(Number.MAX_SAFE_INTEGER);
    const { app } = createTestGateway({ publisher });
    const before = stats();

    const { status, body, headers } = await request(app)
      .post('/tracing/spans/ingest')
      .send({ spans: [aSentSpan()] });

    expect(status).toBe(503);
    expect(body.detail).toMatchObject({ code: 'log_unavailable' });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(stats()).toEqual(before);
  });
});
