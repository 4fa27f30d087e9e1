import type { Arrow } from '../../parts/chart/graph-layout.js';
import type { CallMap, MapEdge, MapNode } from './call-map.js';

/** Beyond these nodes, a graph shows the surroundings of one of them. */
export const MAX_DRAWN = 150;

export interface ShownArrow extends Arrow {
  readonly edge: MapEdge;
}

/** The nodes and edges that the graph shows. Edges name nodes by their positions. */
export interface ShownGraph {
  readonly nodes: readonly MapNode[];
  readonly arrows: readonly ShownArrow[];
}

/**
 * Returns the graph of a map, its nodes in the order of their ids, so that a refresh moves nothing. Of a large map, it
 * holds the selected node, else the one with the most spans, and its neighbours.
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

/** A step along the edges, or through the list of nodes. */
export type MapStep = 'callee' | 'caller' | 'next' | 'previous';

/**
 * Returns the call of a node that follows the selected one, or precedes it with -1; the first or the last one without. At
 * the end, the first follows again. Undefined if the node calls nothing.
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

/** Returns the node to which an arrow key leads: along the edge with the most calls, or in the order of the nodes. */
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
