import type { Arrow } from '../../parts/chart/graph-layout.js';
import type { CallMap, MapEdge, MapNode } from './call-map.js';

/**
 * Maximum number of nodes for which the complete graph is drawn. A larger map is reduced to one node and its
 * neighbours.
 */
export const MAX_DRAWN = 150;

export interface ShownArrow extends Arrow {
  readonly edge: MapEdge;
}

/** The nodes and edges of the drawn graph. Edges refer to nodes by index. */
export interface ShownGraph {
  readonly nodes: readonly MapNode[];
  readonly arrows: readonly ShownArrow[];
}

/**
 * Returns the graph that is drawn for a map. Nodes are ordered by id, so that a refresh does not move them. A large map
 * is reduced to the selected node and its neighbours. If no node is selected, the node with the most spans is used.
 */
export function shownGraph(map: CallMap, selected: string | undefined): ShownGraph {
  const shown = shownIds(map, selected);
  const nodes = map.nodes
    .filter(({ id }) => shown.has(id))
    .sort((left, right) => (left.id < right.id ? -1 : 1));
  const positions = new Map(nodes.map(({ id }, position) => [id, position]));
  const arrows = map.edges.flatMap((edge) => {
    const [from, to] = [positions.get(edge.from), positions.get(edge.to)];
    return from === undefined || to === undefined ? [] : [{ from, to, kind: 'call', edge }];
  });
  return { nodes, arrows };
}

function shownIds({ nodes, edges }: CallMap, selected: string | undefined): ReadonlySet<string> {
  if (nodes.length <= MAX_DRAWN) {
    return new Set(nodes.map(({ id }) => id));
  }
  const middle = nodes.find(({ id }) => id === selected) ?? nodes[0];
  const ids = [middle?.id ?? ''];
  for (const { from, to } of edges) {
    if (from === middle?.id) {
      ids.push(to);
    } else if (to === middle?.id) {
      ids.push(from);
    }
  }
  return new Set(ids.slice(0, MAX_DRAWN));
}

/** A move to the other end of an edge, or to an adjacent node in the list. */
export type MapStep = 'callee' | 'caller' | 'next' | 'previous';

/**
 * Returns the next call that a node makes, or the previous one if `by` is -1. The order is cyclic. Without a selected
 * call, returns the first or the last call. Returns undefined if the node makes no calls.
 */
export function nextCall(
  { edges }: CallMap,
  { node, edge }: { readonly node: string | undefined; readonly edge: MapEdge | undefined },
  by: 1 | -1,
): MapEdge | undefined {
  const calls = edges.filter(({ from }) => from === node);
  const at = edge === undefined ? (by > 0 ? -1 : 0) : calls.indexOf(edge);
  return calls.at((at + by) % calls.length);
}

/**
 * Returns the node that an arrow key selects: the other end of the edge with the most calls, or the adjacent node in
 * the list.
 */
export function stepFrom(
  { nodes, edges }: CallMap,
  selected: string | undefined,
  step: MapStep,
): string | undefined {
  const at = nodes.findIndex(({ id }) => id === selected);
  if (at < 0) {
    return nodes[0]?.id;
  }
  switch (step) {
    case 'callee':
      return edges.find(({ from }) => from === selected)?.to ?? selected;
    case 'caller':
      return edges.find(({ to }) => to === selected)?.from ?? selected;
    case 'next':
      return nodes[Math.min(at + 1, nodes.length - 1)]?.id;
    case 'previous':
      return nodes[Math.max(at - 1, 0)]?.id;
  }
}
