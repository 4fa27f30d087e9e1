import type { CanonicalSpan, JsonObject } from '@spanhouse/span-schema';
import { aCanonicalSpan } from '@spanhouse/span-schema/testing';
import { responseIdIn } from './echoes.js';
import { rollUpMetrics } from './roll-up-metrics.js';

function spanOf(id: string, parent: string | null, members: Partial<CanonicalSpan>) {
  return aCanonicalSpan({
    span_id: id.repeat(16),
    parent_id: parent === null ? undefined : parent.repeat(16),
    has_mapped_usage: true,
    scope: { name: 'instrumentation' },
    metrics: { duration: {}, errors: {}, tokens: {}, costs: {} },
    ...members,
  });
}

function countsOf(total: number): JsonObject {
  return { prompt: total - 1, completion: 1, total };
}

/** Builds a call. `usage` contains the number of tokens and the name of a scope. */
function call(id: string, parent: string | null, usage: string) {
  const [total = '', scope = 'instrumentation'] = usage.split(' ');
  const incremental = countsOf(Number(total));
  const costs = { incremental: { prompt: 0, completion: 0, total: Number(total) / 4 } };
  return spanOf(id, parent, {
    scope: { name: scope },
    metrics: { duration: {}, errors: {}, tokens: { incremental }, costs },
  });
}

function wrapper(id: string, parent: string | null, total: number) {
  const tokens = countsOf(total);
  return spanOf(id, parent, {
    metrics: { duration: {}, errors: {}, tokens: { cumulative: tokens }, costs: {} },
    submitted_cumulative: { tokens },
  });
}

function plain(id: string, parent: string | null) {
  return spanOf(id, parent, { has_mapped_usage: false });
}

function rolledUp(...spans: CanonicalSpan[]) {
  rollUpMetrics(spans, responseIdIn);
  return Object.fromEntries(
    spans.map(({ span_id, metrics }) => [span_id[0], metrics.tokens.cumulative?.['total']]),
  );
}

describe('rollUpMetrics', () => {
  it('shows the sum of the calls on a wrapper', () => {
    expect(rolledUp(wrapper('a', null, 99), call('b', 'a', '10'), call('c', 'a', '5'))).toEqual({
      a: 15,
      b: 10,
      c: 5,
    });
  });

  it("shows the wrapper's report if no call below it has usage", () => {
    expect(
      rolledUp(plain('a', null), wrapper('b', 'a', 30), plain('c', 'b'), wrapper('d', 'a', 7)),
    ).toEqual({ a: 37, b: 30, c: undefined, d: 7 });
  });

  it('does not add the usage of a wrapper to the wrapper above it', () => {
    expect(
      rolledUp(
        wrapper('a', null, 30),
        plain('b', 'a'),
        wrapper('c', 'b', 20),
        wrapper('d', 'c', 9),
      ),
    ).toEqual({ a: 30, b: 20, c: 20, d: 9 });
  });

  it('does not add the reports of wrappers to the calls of other spans', () => {
    expect(rolledUp(plain('a', null), call('b', 'a', '10'), wrapper('c', 'a', 7))).toEqual({
      a: 10,
      b: 10,
      c: 7,
    });
  });

  it('shows the figures of an echo, and adds neither its tokens nor its costs', () => {
    const spans = [
      wrapper('a', null, 10),
      call('b', 'a', '10'),
      call('c', 'b', '10 sdk'),
      call('d', 'c', '10 http'),
      call('e', 'd', '5 http'),
    ];

    expect(rolledUp(...spans)).toEqual({ a: 15, b: 15, c: 15, d: 15, e: 5 });
    expect(spans[0]?.metrics.costs.cumulative).toEqual({ prompt: 0, completion: 0, total: 3.75 });
  });

  it('counts both calls if they have different responses', () => {
    const responding = (span: CanonicalSpan, id: string) => ({
      ...span,
      attributes: { ag: { data: {}, meta: { response: { id } } } },
    });
    const first = call('b', 'a', '10');
    const second = call('c', 'b', '10 sdk');

    expect(rolledUp(plain('a', null), responding(first, 'r1'), responding(second, 'r2'))).toEqual({
      a: 20,
      b: 20,
      c: 10,
    });
    expect(rolledUp(plain('a', null), responding(first, 'r1'), responding(second, 'r1'))).toEqual({
      a: 10,
      b: 10,
      c: 10,
    });
  });

  it("counts a producer's own metrics even if they look like an echo", () => {
    const own = { ...call('c', 'b', '10 sdk'), has_mapped_usage: false };

    expect(rolledUp(plain('a', null), call('b', 'a', '10'), own)).toMatchObject({ a: 20 });
  });

  it('gives the same result when it is repeated', () => {
    const spans = [wrapper('a', null, 99), call('b', 'a', '10'), call('c', 'b', '10 sdk')];
    const first = rolledUp(...spans);

    expect(rolledUp(...spans)).toEqual(first);
  });
});
