import { anySentSpan } from '@spanhouse/span-intake/testing';
import {
  isJsonObject,
  type JsonValue,
  parseSpanId,
  parseTraceId,
  stringifyJson,
} from '@spanhouse/span-schema';
import fc from 'fast-check';
import request from 'supertest';
import { aSentSpan, spanId, traceId } from './testing/sent-spans.js';
import { countOf, readSpanAccount } from './testing/span-account.js';
import { createTestGateway, type TestGateway } from './testing/test-gateway.js';

function anyEntry(): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 5, arbitrary: anySentSpan() },
    { weight: 1, arbitrary: fc.constantFrom(null, 5, 'x', [], {}, aSentSpan({ links: 1 })) },
    // Ids from a small set, so that several spans have the same id.
    {
      weight: 3,
      arbitrary: fc
        .record({ t: fc.integer({ min: 0, max: 3 }), s: fc.integer({ min: 0, max: 3 }) })
        .map(({ t, s }) => aSentSpan({ trace_id: traceId(t), span_id: spanId(s) })),
    },
  );
}

async function send(gateway: TestGateway, spans: readonly unknown[]) {
  const text = stringifyJson({ spans: spans as JsonValue[] });
  const sending = request(gateway.app).post('/tracing/spans/ingest').type('json');
  const { status, body } = await sending.send(text);
  return { status, body };
}

/** Returns the trace id and span id of an entry, joined by a slash. */
function linkOf(entry: unknown): string | undefined {
  return isJsonObject(entry)
    ? `${parseTraceId(entry['trace_id'])}/${parseSpanId(entry['span_id'])}`
    : undefined;
}

describe('the account of spans', () => {
  it('lists every sent entry either in links or in dropped', async () => {
    const gateway = createTestGateway();

    const check = async (entries: unknown[]) => {
      const before = gateway.storedSpans().length;
      const { status, body } = await send(gateway, entries);

      const links: string[] = (body.links ?? []).map(linkOf);
      const dropped = new Set<number>(
        (body.dropped ?? []).map(({ index }: { index: number }) => index),
      );
      const accepted = entries.filter((_, index) => !dropped.has(index)).map(linkOf);
      expect(status).toBe(accepted.length > 0 || entries.length === 0 ? 202 : 422);
      expect(links).toHaveLength(new Set(links).size);
      expect(new Set(links)).toEqual(new Set(accepted));
      expect(gateway.storedSpans().length - before).toBe(links.length);
      const { received, ...outcomes } = await readSpanAccount(gateway.registry);
      expect(outcomes.dropped + outcomes.published + outcomes.failed).toBe(received);
    };

    await fc.assert(fc.asyncProperty(fc.array(anyEntry(), { maxLength: 8 }), check), {
      numRuns: 40,
    });
  });

  it('counts spans that cannot be published as failed', async () => {
    const gateway = createTestGateway();
    await send(gateway, [aSentSpan(), aSentSpan({ span_id: 'xyz' })]);
    gateway.log.answerWith({ status: 'retryable', reason: 'away', retryAfterSeconds: 1 });
    await send(gateway, [aSentSpan(), aSentSpan({ span_id: spanId(2) }), {}]);
    gateway.log.answerWith({ status: 'failed', reason: 'no' });
    await send(gateway, [aSentSpan()]);

    const { registry } = gateway;
    expect(await readSpanAccount(registry)).toEqual({
      received: 6,
      dropped: 2,
      published: 1,
      failed: 3,
    });
    const failed = (reason: string) =>
      countOf(registry, 'spanhouse_gateway_spans_failed_total', { reason });
    expect([await failed('log_unavailable'), await failed('log_refused')]).toEqual([2, 1]);
  });

  it('counts refusals of the log by cause, and reports a busy log as reachable', async () => {
    const gateway = createTestGateway();
    const refused = (cause: string) =>
      countOf(gateway.registry, 'spanhouse_gateway_publishes_refused_total', { cause });
    const answer = { status: 'retryable', reason: 'not now', retryAfterSeconds: 1 } as const;
    const stateAfter = async (outcome: Parameters<typeof gateway.log.answerWith>[0]) => {
      gateway.log.answerWith(outcome);
      await send(gateway, [aSentSpan()]);
      return gateway.health.report().dependencies['span_log']?.state;
    };

    expect(await stateAfter(answer)).toBe('lost');
    expect(await stateAfter({ ...answer, limit: 'busy' })).toBe('reached');
    expect(await stateAfter({ ...answer, limit: 'no_room' })).toBe('lost');

    expect([await refused('unavailable'), await refused('busy'), await refused('no_room')]).toEqual(
      [1, 1, 1],
    );
  });

  it('counts no entry of an unreadable request', async () => {
    const gateway = createTestGateway();

    await send(gateway, 'no list' as unknown as unknown[]);

    expect(await readSpanAccount(gateway.registry)).toEqual({
      received: 0,
      dropped: 0,
      published: 0,
      failed: 0,
    });
  });

  it('starts every drop code, failure reason and adapter at 0', async () => {
    const text = await createTestGateway().registry.metrics();

    expect(text).toContain('spanhouse_gateway_spans_dropped_total{code="span_too_large"} 0');
    expect(text).toContain('spanhouse_gateway_spans_failed_total{reason="log_unavailable"} 0');
    expect(text).toContain('spanhouse_gateway_adapter_failures_total{adapter="gen_ai"} 0');
  });
});
