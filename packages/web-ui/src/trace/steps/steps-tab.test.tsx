import type { StepGraph } from '@spanhouse/trace-insight/agent-steps';
import fc from 'fast-check';
import { layOutGraph } from '../../parts/chart/graph-layout.js';
import { callTree, nodeSize, stepsRequest } from './steps-tab.js';

const graph: StepGraph = {
  nodes: [
    { type: 'agent', name: 'plan', count: 1 },
    { type: 'chat', name: 'choose', count: 2 },
    { type: 'tool', name: 'search', count: 2 },
  ],
  edges: [
    { from: 0, to: 1, kind: 'call', count: 2, isBack: false },
    { from: 1, to: 2, kind: 'order', count: 2, isBack: false },
    { from: 2, to: 1, kind: 'order', count: 1, isBack: true },
    { from: 2, to: 2, kind: 'order', count: 1, isBack: true },
  ],
  nodeOf: new Int32Array(),
  isMerged: false,
};

describe('the layout of steps', () => {
  const request = stepsRequest(graph);
  const { nodes, arrows, width, height } = layOutGraph(request);

  it('puts callers left of their callees, inside the picture', () => {
    const lefts = nodes.map(({ x }) => x);

    expect(new Set(lefts).size).toBe(3);
    expect(lefts).toEqual(lefts.toSorted((one, other) => one - other));
    for (const { x, y } of nodes) {
      expect([x >= 0, x + nodeSize.width <= width]).toEqual([true, true]);
      expect([y >= 0, y + nodeSize.height <= height]).toEqual([true, true]);
    }
  });

  it('leads every edge along points, loops included, straight below its label', () => {
    const half = request.labelSize.width / 2;

    expect(arrows.map(({ arrow }) => arrow)).toEqual(graph.edges);
    expect(arrows.every(({ points }) => points.length >= 2)).toBe(true);
    for (const { points, label } of arrows.slice(0, 2)) {
      expect(points).toContainEqual({ x: label.x - half, y: label.y });
      expect(points).toContainEqual({ x: label.x + half, y: label.y });
    }
  });

  it('keeps edge labels clear of the nodes and of each other', () => {
    const edges: StepGraph['edges'] = [0, 1, 2, 3].flatMap((from) =>
      [4, 5, 6].map((to) => ({ from, to, kind: 'call', count: 9, isBack: false })),
    );
    const nodes = Array.from({ length: 7 }, () => ({ type: 'tool', name: 'search', count: 1 }));
    const layout = layOutGraph(stepsRequest({ ...graph, nodes, edges }));
    const { labelSize } = request;

    const texts = layout.arrows.map(({ label: { x, y } }) => ({
      x: x - labelSize.width / 2,
      y: y - labelSize.height / 2,
      ...labelSize,
    }));
    const boxes = layout.nodes.map((corner) => ({ ...corner, ...nodeSize }));
    for (const [at, text] of texts.entries()) {
      const others = [...boxes, ...texts.slice(at + 1)];
      expect(others.filter((other) => isOver(text, other))).toEqual([]);
    }
  });
});

type Box = Readonly<Record<'x' | 'y' | 'width' | 'height', number>>;

function isOver(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

const node = { type: 'tool', name: 'x', count: 1 };

function graphOf(count: number, calls: readonly (readonly [number, number])[]) {
  const edges = calls.map(([from, to]) => ({
    from,
    to,
    kind: 'call' as const,
    count: 1,
    isBack: to <= from,
  }));
  return { nodes: Array.from({ length: count }, () => node), edges };
}

describe('callTree', () => {
  it('puts each node below the first one that calls it', () => {
    const tree = callTree(
      graphOf(5, [
        [0, 2],
        [2, 3],
        [1, 3],
        [3, 0],
        [1, 4],
      ]),
    );

    expect(tree).toEqual([
      { node: 0, level: 0 },
      { node: 2, level: 1 },
      { node: 3, level: 2 },
      { node: 1, level: 0 },
      { node: 4, level: 1 },
    ]);
  });

  it('contains every node once for any calls', () => {
    const anyCalls = fc.array(fc.tuple(fc.nat(9), fc.nat(9)));
    fc.assert(
      fc.property(anyCalls, (calls) => {
        const nodes = callTree(graphOf(10, calls)).map((step) => step.node);

        expect(nodes.toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
      }),
    );
  });
});
