import { decodeTempo, traceIdsOfSetD } from '@spanhouse/span-dialects/testing';
import {
  asGrafana,
  hex,
  limitedTo,
  ownTraceId,
  readTempoTrace,
  type Shown,
  spansOf,
  withSpans,
} from '../testing/tempo-traces.js';
import { createTestTempo } from '../testing/test-tempo.js';

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
      const ask = (limit?: number) =>
        asGrafana(createTestTempo(limit === undefined ? {} : limitedTo(limit)).ask(path)).set({
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

  it('are read again when they are sent', async () => {
    const attributes = [{ key: 'text', value: { stringValue: 'x'.repeat(1_500_000) } }];
    const ids = ['e1', 'e2', 'e3', 'e4', 'e5', 'e6', 'e7'];
    const spans = ids.map((id) => ({ spanId: id.padStart(16, '0'), attributes }));
    const { ask, reader } = withSpans(spans);
    reader.largeTraceSpans = 2;

    const found = await readTempoTrace(ask, `/api/v2/traces/${ownTraceId}`);

    expect(spansOf(found.trace).map(({ spanId }) => hex(spanId).slice(-2))).toEqual(ids);
  });
});
