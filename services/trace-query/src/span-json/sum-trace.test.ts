import { aStoredSpan, spanId } from '../testing/a-stored-span.js';
import { rollUpTrace } from './recompute-trace.js';
import { sumTrace } from './sum-trace.js';

interface Call {
  readonly parent?: number;
  readonly incremental?: object;
  readonly submitted?: object;
  readonly scope?: string;
  readonly errors?: number;
}

/**
 * Computes the totals of nested spans: every span starts later and ends earlier than the previous one. Spans with a
 * scope have mapped usage.
 */
function totalsOf(calls: readonly Call[]) {
  const spans = calls.map(({ parent, incremental, submitted, scope, errors = 0 }, at) =>
    aStoredSpan({
      span_id: spanId(at),
      parent_id: parent === undefined ? undefined : spanId(parent),
      start_time: BigInt(at),
      end_time: 100n - BigInt(at),
      has_mapped_usage: scope !== undefined,
      scope: scope === undefined ? undefined : JSON.stringify({ name: scope }),
      metrics: JSON.stringify({
        duration: {},
        errors: { incremental: errors },
        tokens: incremental === undefined ? {} : { incremental },
        costs: {},
      }),
      submitted_cumulative:
        submitted === undefined ? undefined : JSON.stringify({ tokens: submitted }),
    }),
  );
  return sumTrace(rollUpTrace(spans));
}

const ten = { prompt: 7, completion: 3, total: 10 };
const none = { prompt: 0, completion: 0, total: 0 };

describe('sumTrace', () => {
  it('sums the calls of all roots and orphans', () => {
    const { tokens, costs, errors } = totalsOf([
      { incremental: ten, errors: 1 },
      { parent: 77, incremental: ten, errors: 2 },
    ]);

    expect(tokens).toEqual({ prompt: 14, completion: 6, total: 20 });
    expect([costs, errors]).toEqual([none, 3]);
  });

  it('counts a call once that two libraries recorded', () => {
    const { tokens } = totalsOf([
      {},
      { parent: 0, incremental: ten, scope: 'outer' },
      { parent: 1, incremental: ten, scope: 'inner' },
    ]);

    expect(tokens).toEqual(ten);
  });

  it('takes the topmost wrappers where there are no calls', () => {
    const { tokens } = totalsOf([
      { submitted: { total: 99 } },
      { parent: 0, submitted: ten, scope: 'agent' },
      { parent: 1, submitted: ten, scope: 'agent' },
    ]);

    expect(tokens).toEqual(ten);
  });

  it('takes what the first root submitted where there are neither', () => {
    expect(totalsOf([{ submitted: { total: 99 } }, { submitted: ten }]).tokens).toEqual({
      ...none,
      total: 99,
    });
  });

  it('ignores submitted values once there are calls', () => {
    const { tokens } = totalsOf([{ incremental: { total: 5 }, submitted: ten }]);

    expect(tokens).toEqual({ ...none, total: 5 });
  });

  it('is zero for no spans', () => {
    expect(sumTrace([])).toEqual({ tokens: none, costs: none, errors: 0 });
  });
});
