import { parseBodyText } from '../testing/read-body.js';
import { canonicalSpan } from '../testing/sent-span.js';

function metricsOf(json: string) {
  const metrics = parseBodyText(json);
  const span = canonicalSpan({
    attributes: { ag: { metrics } },
    end_time: '2026-05-01T10:00:00Z',
  });
  return { metrics: span.metrics, ag: span.attributes['ag'] };
}

describe('ag.metrics', () => {
  it('has all four entries, which are empty if nothing is known', () => {
    const none = { duration: {}, errors: {}, tokens: {}, costs: {} };

    expect(metricsOf('{}').metrics).toEqual(none);
    expect(metricsOf('null').metrics).toEqual(none);
    expect(metricsOf('{"duration":null,"tokens":{"cumulative":null}}').metrics).toEqual(none);
  });

  it('reduces scalars to their number', () => {
    const { metrics, ag } = metricsOf(
      '{"duration":{"cumulative":{"total":5,"unit":"ms"},"incremental":"7"},"errors":{"cumulative":true,"incremental":2}}',
    );

    expect(metrics.duration).toEqual({ cumulative: 5 });
    expect(metrics.errors).toEqual({ incremental: 2, cumulative: 2 });
    expect(ag).toEqual({
      data: {},
      unsupported: {
        metrics: {
          duration: { cumulative: { unit: 'ms' }, incremental: '7' },
          errors: { cumulative: true },
        },
      },
    });
  });

  it('converts numeric texts and booleans in counts to numbers, at any depth', () => {
    const { metrics, ag } = metricsOf(
      '{"tokens":{"incremental":{"prompt":"5","cached":true,"more":{"a":"1.5e1","b":"x"},"bad":{"c":[1]},"null":null}}}',
    );

    expect(metrics.tokens.incremental).toEqual({ prompt: 5, cached: 1, more: { a: 15 } });
    expect(ag).toEqual({
      data: {},
      unsupported: {
        metrics: { tokens: { incremental: { more: { b: 'x' }, bad: { c: [1] }, null: null } } },
      },
    });
  });

  it.each<[string, unknown]>([
    ['9007199254740993', 9_007_199_254_740_993n],
    ['-9007199254740993', -9_007_199_254_740_993n],
    ['18446744073709551616', 18_446_744_073_709_552_000],
    ['+5', 5],
    ['-.5', -0.5],
    ['2.', 2],
    ['1e400', undefined],
    ['0x10', undefined],
    ['5 tokens', undefined],
    ['Infinity', undefined],
    ['', undefined],
  ])('reads the count %p as a number, or moves it aside; integers stay exact', (text, count) => {
    const { metrics } = metricsOf(JSON.stringify({ tokens: { incremental: { total: text } } }));

    expect(metrics.tokens.incremental?.['total']).toBe(count);
  });

  it('moves unknown keys and unknown metrics aside', () => {
    const { metrics, ag } = metricsOf(
      '{"tokens":{"acc":{"total":1},"cumulative":3},"latency":{"p50":1},"costs":7}',
    );

    expect(metrics.tokens).toEqual({});
    expect(ag).toEqual({
      data: {},
      unsupported: {
        metrics: { tokens: { acc: { total: 1 }, cumulative: 3 }, latency: { p50: 1 }, costs: 7 },
      },
    });
  });

  it.each([
    ['2026-05-01T10:00:00.0000004Z', undefined],
    ['2026-05-01T10:00:00.0000005Z', 0.001],
    ['2026-05-01T10:00:00.999999999Z', 1000],
    ['2026-05-01T10:00:00.2500015Z', 250.002],
    ['2026-05-01T09:00:00Z', undefined],
  ])('measures the duration until %s in ms, rounded to microseconds', (endTime, expected) => {
    expect(canonicalSpan({ end_time: endTime }).metrics.duration.cumulative).toBe(expected);
  });

  it('keeps a submitted duration only when none can be computed', () => {
    const attributes = { 'ag.metrics.duration.cumulative': 7 };
    const instant = { end_time: '2026-05-01T10:00:00Z' };

    expect(canonicalSpan({ attributes: { ...attributes } }).metrics.duration).toEqual({
      cumulative: 1500,
    });
    expect(canonicalSpan({ attributes, ...instant }).metrics.duration).toEqual({ cumulative: 7 });
  });

  it('counts exceptions in events instead of a submitted count', () => {
    const attributes = { 'ag.metrics.errors.incremental': 9 };
    const retry = { name: 'retry', timestamp: '2026-05-01T10:00:00Z' };
    const exception = { ...retry, name: 'exception' };

    const errorsWith = (events: object[]) =>
      canonicalSpan({ attributes: { ...attributes }, events: events as never }).metrics.errors;

    expect(errorsWith([exception, retry, exception])).toEqual({ incremental: 2, cumulative: 2 });
    expect(errorsWith([retry])).toEqual({ incremental: 0 });
    expect(errorsWith([])).toEqual({ incremental: 9, cumulative: 9 });
  });

  it('keeps the submitted cumulative values separate from the roll-up', () => {
    const span = canonicalSpan({
      attributes: {
        'ag.metrics.tokens.cumulative.total': 3,
        'ag.metrics.tokens.incremental.total': 5,
        'ag.metrics.errors.cumulative': 2,
      },
    });

    expect(span.submitted_cumulative).toEqual({ tokens: { total: 3 }, errors: 2 });
    expect(span.metrics.tokens.cumulative).toEqual({ prompt: 0, completion: 0, total: 5 });
    expect(span.metrics.errors.cumulative).toBe(2);
    expect(canonicalSpan({}).submitted_cumulative).toBeUndefined();
  });
});
