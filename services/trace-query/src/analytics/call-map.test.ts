import { manyRuns } from '@spanhouse/span-schema/testing';
import type { CallNode } from '@spanhouse/trace-store/reader';
import fc from 'fast-check';
import { CallMap } from './call-map.js';

interface Sent extends CallNode {
  readonly trace: number;
}

const models = ['llm', 'chat', 'completion', 'embedding', 'query', 'rerank'] as const;

function placeOf({ span_type, span_name, model, service_name }: Sent, by: string) {
  if (by === 'service') {
    return service_name ?? '';
  }
  if (models.some((type) => type === span_type)) {
    return `${span_type}:${model ?? span_name}`;
  }
  return ['agent', 'tool'].includes(span_type) ? `${span_type}:${span_name}` : undefined;
}

function percentileOf(values: readonly number[], p: number) {
  const sorted = values.toSorted((left, right) => left - right);
  const at = p * (sorted.length - 1);
  const [low = 0, high = 0] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return values.length === 0 ? null : low + (high - low) * (at - Math.floor(at));
}

function measured(entries: readonly Sent[]) {
  const values = entries.flatMap(({ duration }) => duration ?? []);
  return {
    failed: entries.filter(({ status_code }) => status_code === 'STATUS_CODE_ERROR').length,
    duration: { p50: percentileOf(values, 0.5), p95: percentileOf(values, 0.95) },
  };
}

/** Computes a call map naively: each value is computed from all spans. */
function mapOf(sent: readonly Sent[], by: string) {
  const sourceOf = (span: Sent) => {
    let at: Sent | undefined = span;
    for (let left = sent.length; left > 0 && at !== undefined; left--) {
      const { parent_id, trace }: Sent = at;
      at = sent.find(
        (other: Sent): boolean => other.span_id === parent_id && other.trace === trace,
      );
      const place = at && placeOf(at, by);
      if (place !== undefined) {
        return place;
      }
    }
    return undefined;
  };
  const spans = sent.flatMap((span) => {
    const to = placeOf(span, by);
    return to === undefined ? [] : [{ span, to, from: sourceOf(span) }];
  });
  const entries = spans.filter(({ from, to }) => from !== to);
  const ids = [...new Set(spans.map(({ to }) => to))];
  const edges = ids.flatMap((from) => ids.map((to) => ({ from, to })));
  return {
    nodes: ids.map((id) => {
      const own = entries.filter(({ to }) => to === id).map(({ span }) => span);
      const count = spans.filter(({ to }) => to === id).length;
      return { id, spans: count, entries: own.length, ...measured(own) };
    }),
    edges: edges.flatMap(({ from, to }) => {
      const own = entries.filter((entry) => entry.from === from && entry.to === to);
      const calls = own.length;
      return calls === 0 ? [] : [{ from, to, calls, ...measured(own.map(({ span }) => span)) }];
    }),
  };
}

function anySpans(): fc.Arbitrary<readonly Sent[]> {
  const maybe = <Value>(...values: readonly Value[]) =>
    fc.option(fc.constantFrom(...values), { nil: undefined });
  const id = fc.constantFrom('1', '2', '3', '4', '5', '6', '7');
  const span = fc.record({
    trace: fc.nat(2),
    span_id: id,
    parent_id: fc.option(fc.oneof(id, fc.constant('unknown')), { nil: undefined }),
    service_name: maybe('shop', 'bot'),
    model: maybe('a', 'b'),
    span_type: fc.constantFrom('task' as const, 'workflow', 'agent', 'tool', ...models),
    span_name: fc.constantFrom('ask', 'draft'),
    duration: maybe(0, 1, 2.5, 40),
    start_time: fc.constant(0n),
    status_code: fc.constantFrom('STATUS_CODE_ERROR' as const, 'STATUS_CODE_OK' as const),
  });
  return fc.uniqueArray(span, {
    maxLength: 20,
    selector: ({ trace, span_id }) => `${trace} ${span_id}`,
  });
}

function sorted(items: readonly object[]) {
  return items.map((item) => JSON.stringify(Object.entries(item).toSorted())).toSorted();
}

function compareLists(left: readonly unknown[], right: readonly unknown[]): number {
  const at = left.findIndex((value, index) => value !== right[index]);
  return at < 0 ? 0 : (left[at] as number) < (right[at] as number) ? -1 : 1;
}

describe('CallMap', () => {
  it.each(['service', 'step'] as const)('counts by %s as the definition does', (by) => {
    fc.assert(
      fc.property(anySpans(), (spans) => {
        const map = new CallMap(by);
        for (const trace of [0, 1, 2]) {
          map.add(spans.filter((span) => span.trace === trace));
        }

        const model = mapOf(spans, by);
        const unnamed = map.nodes().map(({ service_name, span_type, name, ...node }) => node);
        expect(sorted(unnamed)).toEqual(sorted(model.nodes));
        expect(sorted(map.edges())).toEqual(sorted(model.edges));
      }),
      { numRuns: manyRuns },
    );
  });

  it('orders nodes by spans and edges by calls, then by their ids', () => {
    fc.assert(
      fc.property(anySpans(), (spans) => {
        const map = new CallMap('step');
        map.add(spans.filter(({ trace }) => trace === 0));

        const nodes = map.nodes().map((node) => [-node.spans, node.id]);
        const edges = map.edges().map(({ calls, from, to }) => [-calls, from, to]);
        expect(nodes).toEqual(nodes.toSorted(compareLists));
        expect(edges).toEqual(edges.toSorted(compareLists));
      }),
    );
  });
});
