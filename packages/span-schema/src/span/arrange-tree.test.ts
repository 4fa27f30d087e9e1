import fc from 'fast-check';
import { arrangeTree, childrenFirst, type SpanTree, type TreeSpan } from './arrange-tree.js';

function span(spanId: string, parentId?: string, startTime = 0n): TreeSpan {
  return { span_id: spanId, parent_id: parentId, start_time: startTime };
}

function idsOf(spans: readonly TreeSpan[], positions: readonly number[] | undefined) {
  return positions?.map((position) => spans[position]?.span_id);
}

function isDescendant(tree: SpanTree, above: number, below: number): boolean {
  const open = [...(tree.children[above] ?? [])];
  for (const position of open) {
    open.push(...(tree.children[position] ?? []));
  }
  return open.includes(below);
}

describe('arrangeTree', () => {
  it('attaches spans to their parents, whatever their order and start times', () => {
    const spans = [span('c', 'b', 1n), span('b', 'a', 5n), span('a', undefined, 9n)];

    const tree = arrangeTree(spans);

    expect(idsOf(spans, tree.top)).toEqual(['a']);
    expect(idsOf(spans, tree.children[2])).toEqual(['b']);
    expect(idsOf(spans, tree.children[1])).toEqual(['c']);
    expect(tree.children[0]).toBeUndefined();
  });

  it('orders siblings and top-level spans by start time, then id', () => {
    const spans = [
      span('d', 'x', 2n),
      span('c', undefined, 2n),
      span('b', undefined, 2n),
      span('a', 'x', 1n),
    ];

    expect(idsOf(spans, arrangeTree(spans).top)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('moves the spans of a cycle to the top level and keeps the spans below them', () => {
    const spans = [span('a', 'b'), span('b', 'c'), span('c', 'b'), span('self', 'self')];

    const tree = arrangeTree(spans);

    expect(idsOf(spans, tree.top)).toEqual(['b', 'c', 'self']);
    expect(idsOf(spans, tree.children[1])).toEqual(['a']);
  });

  it('arranges a chain of 200,000 spans', () => {
    const chain = Array.from({ length: 200_000 }, (_, index) => span(`${index}`, `${index - 1}`));

    expect(arrangeTree(chain).top).toEqual([0]);
  });

  it('contains every span exactly once; childrenFirst lists it after all of its descendants', () => {
    const anySpans = fc
      .array(fc.tuple(fc.nat(12), fc.bigInt({ min: 0n, max: 3n })), { maxLength: 12 })
      .map((entries) =>
        entries.map(([parent, start], index) => span(`s${index}`, `s${parent}`, start)),
      );

    fc.assert(
      fc.property(anySpans, (spans) => {
        const tree = arrangeTree(spans);
        const order = childrenFirst(tree);

        expect([...order].sort((a, b) => a - b)).toEqual(spans.map((_, position) => position));
        order.forEach((position, rank) => {
          for (const earlier of order.slice(0, rank)) {
            expect(isDescendant(tree, earlier, position)).toBe(false);
          }
        });
      }),
    );
  });
});
