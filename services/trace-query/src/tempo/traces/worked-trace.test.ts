import { traceIdsOfSetD } from '@spanhouse/span-dialects/testing';
import {
  chargeOfA,
  readTempoTrace,
  type Shown,
  spansOf,
  withoutAg,
  withSpans,
} from '../../testing/tempo-traces.js';
import { createTestTempo } from '../../testing/test-tempo.js';

const { a } = traceIdsOfSetD;

function byKey(attributes: Shown): Shown {
  return attributes.toSorted((left: Shown, right: Shown) => (left.key < right.key ? -1 : 1));
}

describe('the JSON of a trace of Tempo', () => {
  it('has ids as base64, enums by their names, and integers as texts', async () => {
    const { body } = await createTestTempo().ask(`/api/traces/${a}`).expect(200);

    const payments = body.batches.find(({ resource }: Shown) =>
      resource.attributes.some(({ value }: Shown) => value.stringValue === 'payments'),
    );
    expect(byKey(payments.resource.attributes)).toEqual([
      { key: 'deployment.environment', value: { stringValue: 'prod' } },
      { key: 'service.name', value: { stringValue: 'payments' } },
    ]);
    const [{ scope, spans }] = payments.scopeSpans;
    expect(scope).toEqual({});
    expect(withoutAg(spans[0])).toEqual({
      ...chargeOfA,
      kind: 'SPAN_KIND_SERVER',
      status: { message: 'card declined', code: 'STATUS_CODE_ERROR' },
    });
  });

  it.each(['/api/traces/', '/api/v2/traces/'])('is whole, whatever the range: %s', async (path) => {
    const { ask } = createTestTempo();
    const plain = await ask(path + a).expect(200);

    for (const range of ['start=1777629500&end=1777629501', 'start=0&end=0', 'end=1']) {
      expect((await ask(`${path}${a}?${range}`).expect(200)).body).toEqual(plain.body);
    }
  });

  it('takes a double without fraction for the integer that it equals', async () => {
    const values = [0, 3, -2, 1e3];
    const attributes = values.map((doubleValue, index) => ({
      key: `k${index}`,
      value: { doubleValue },
    }));
    const { ask } = withSpans([{ spanId: '00000000000000e1', attributes }]);

    const [span] = spansOf(await readTempoTrace(ask, '/api/traces/abcdef'));

    expect(byKey(withoutAg(span).attributes)).toEqual(
      ['0', '3', '-2', '1000'].map((intValue, index) => ({
        key: `k${index}`,
        value: { intValue },
      })),
    );
  });

  it('orders spans by their start, then by their ids, and events by time', async () => {
    const at = (time: string, spanId: string) => ({
      spanId: spanId.padStart(16, '0'),
      startTimeUnixNano: time,
    });
    const { ask } = withSpans([
      at('1777629600000000005', 'e1'),
      at('1777629600000000001', 'e3'),
      {
        ...at('1777629600000000001', 'e2'),
        events: ['3', '1', '2'].map((last) => ({
          name: last,
          timeUnixNano: `177762960000000000${last}`,
        })),
      },
    ]);

    const spans = spansOf((await readTempoTrace(ask, '/api/v2/traces/abcdef')).trace);

    expect(
      spans.map(({ spanId }) => Buffer.from(spanId, 'base64').toString('hex').slice(-2)),
    ).toEqual(['e2', 'e3', 'e1']);
    expect(spans[0].events.map(({ name }: Shown) => name)).toEqual(['1', '2', '3']);
  });
});
