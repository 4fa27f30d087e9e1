import { randomBytes } from 'node:crypto';
import { decodeTempo, traceIdsOfSetD } from '@spanhouse/span-dialects/testing';
import { store, takeInOtlp } from '../../testing/intake.js';
import { asGrafana, hex, ownTraceId, withSpans } from '../../testing/tempo-traces.js';
import { createTestTempo, type Shown, spansOf, withDoors } from '../../testing/test-doors.js';

const { a } = traceIdsOfSetD;

describe('large traces of the Tempo routes', () => {
  it('are refused in the first version, and cut in the second', async () => {
    for (const [accept, version] of [
      ['application/protobuf', 1],
      ['application/protobuf', 2],
      ['application/json', 1],
      ['application/json', 2],
    ] as const) {
      const path = version === 1 ? `/api/traces/${a}` : `/api/v2/traces/${a}`;
      const ask = (limit = 1_000_000) =>
        asGrafana(createTestTempo(withDoors({ traceLimitBytes: limit })).ask(path)).set({
          accept,
        });
      const { length } = (await ask().expect(200)).body;

      expect((await ask(length)).body).toHaveLength(length);
      const less = await ask(length - 1);
      const message = `trace exceeds maximum size of ${length - 1} bytes`;
      if (version === 1) {
        expect([less.status, less.body.toString()]).toEqual([422, message]);
        continue;
      }
      expect(less.body.length).toBeLessThan(length);
      const shown: Shown =
        accept === 'application/json'
          ? JSON.parse(less.body.toString())
          : decodeTempo('TraceByIDResponse', less.body);
      expect([1, 'PARTIAL']).toContain(shown.status);
      expect(shown.message).toBe(`${message}; only its first spans are returned`);
      expect(spansOf(shown.trace).map(({ name }) => name)).toEqual([
        'GET /checkout',
        'POST /pay',
        'render',
        'charge',
        'SELECT cards',
      ]);
    }
  });

  it('are read once where they take little memory, however their resources alternate', async () => {
    const { ask, reader } = createTestTempo();
    const spans = Array.from({ length: 40 }, (_, n) => ({
      traceId: ownTraceId,
      spanId: (n + 1).toString(16).padStart(16, '0'),
      name: `${n}`,
      startTimeUnixNano: '1777629600000000000',
      endTimeUnixNano: '1777629600000000001',
      attributes: [{ key: 'text', value: { stringValue: `${n}`.repeat(200_000) } }],
    }));
    const resourceSpans = [0, 1, 2].map((service) => ({
      resource: { attributes: [{ key: 'service.name', value: { stringValue: `${service}` } }] },
      scopeSpans: [{ spans: spans.filter((_, n) => n % 3 === service) }],
    }));
    reader.add(store(takeInOtlp({ resourceSpans })));
    reader.largeTraceSpans = 2;

    const { body, headers } = await asGrafana(ask(`/api/v2/traces/${ownTraceId}`)).expect(200);

    const { trace } = decodeTempo('TraceByIDResponse', body) as Shown;
    const shown = spansOf(trace).map(({ name, attributes }) => [
      name,
      attributes.find(({ key }: Shown) => key === 'text').value.stringValue ===
        name.repeat(200_000),
    ]);
    const inOrder = [0, 1, 2].flatMap((service) => spans.filter((_, n) => n % 3 === service));
    expect(shown).toEqual(inOrder.map(({ name }) => [name, true]));
    expect(headers['trailer']).toBeUndefined();
  });

  it('are read again when they are sent where they would take much', async () => {
    const ids = Array.from({ length: 8 }, (_, n) => (n + 0xe0).toString(16));
    const spans = ids.map((id) => {
      const stringValue = randomBytes(1_200_000).toString('base64');
      return {
        spanId: id.padStart(16, '0'),
        attributes: [{ key: 'text', value: { stringValue } }],
      };
    });
    const { ask, reader } = withSpans(spans);
    reader.largeTraceSpans = 2;

    const { body, headers } = await asGrafana(ask(`/api/v2/traces/${ownTraceId}`)).expect(200);

    const { trace } = decodeTempo('TraceByIDResponse', body) as Shown;
    expect(spansOf(trace).map(({ spanId }) => hex(spanId).slice(-2))).toEqual(ids);
    expect(headers['trailer']).toBe('x-query-cost');
  });
});
