import type { CallMap } from './call-map.js';
import { MAX_DRAWN, nextCall, shownGraph, stepFrom } from './shown-graph.js';

const duration = { p50: 1, p95: 2 };

/** Returns a map of the services `s0`, `s1`, …, where `s0` calls every other service. */
function star(nodes: number): CallMap {
  const ids = Array.from({ length: nodes }, (_, number) => `s${number}`);
  return {
    traces: { read: 1, matched: 1 },
    nodes: ids.map((id) => ({ id, service_name: id, spans: 1, entries: 1, failed: 0, duration })),
    edges: ids.slice(1).map((to) => ({ from: 's0', to, calls: 1, failed: 0, duration })),
  };
}

describe('shownGraph', () => {
  it('orders nodes by id, and has every edge between them', () => {
    const { nodes, edges, ...map } = star(3);
    const shuffled = { ...map, nodes: [...nodes].reverse(), edges };

    const graph = shownGraph(shuffled, undefined);

    expect(graph.nodes.map(({ id }) => id)).toEqual(['s0', 's1', 's2']);
    expect(graph.arrows).toEqual([
      { from: 0, to: 1, kind: 'call', edge: edges[0] },
      { from: 0, to: 2, kind: 'call', edge: edges[1] },
    ]);
  });

  it('shows the neighbours of the selected node of a large map', () => {
    const graph = shownGraph(star(MAX_DRAWN + 1), 's7');

    expect(graph.nodes.map(({ id }) => id)).toEqual(['s0', 's7']);
    expect(graph.arrows).toHaveLength(1);
  });

  it('never shows more nodes than it can draw', () => {
    expect(shownGraph(star(MAX_DRAWN + 50), undefined).nodes).toHaveLength(MAX_DRAWN);
  });
});

describe('stepFrom', () => {
  const map = star(3);

  it('begins with the first node', () => {
    expect(stepFrom(map, undefined, 'callee')).toBe('s0');
  });

  it.each([
    ['s0', 'callee', 's1'],
    ['s2', 'caller', 's0'],
    ['s2', 'callee', 's2'],
    ['s1', 'next', 's2'],
    ['s2', 'next', 's2'],
    ['s1', 'previous', 's0'],
  ] as const)('goes from %s to the %s %s', (from, step, to) => {
    expect(stepFrom(map, from, step)).toBe(to);
  });
});

describe('nextCall', () => {
  const map = star(4);
  const [first, second, last] = map.edges;

  it('steps through the calls of a node, and wraps around', () => {
    expect(nextCall(map, { node: 's0', edge: undefined }, 1)).toBe(first);
    expect(nextCall(map, { node: 's0', edge: first }, 1)).toBe(second);
    expect(nextCall(map, { node: 's0', edge: last }, 1)).toBe(first);
    expect(nextCall(map, { node: 's0', edge: first }, -1)).toBe(last);
    expect(nextCall(map, { node: 's0', edge: undefined }, -1)).toBe(last);
  });

  it('returns undefined for a node without calls, and without a node', () => {
    expect(nextCall(map, { node: 's1', edge: undefined }, 1)).toBeUndefined();
    expect(nextCall(map, { node: undefined, edge: undefined }, -1)).toBeUndefined();
  });
});
