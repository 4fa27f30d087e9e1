import { useSearchParameters } from '../../url/use-search.js';
import type { CallMap, MapEdge, MapNode } from './call-map.js';
import type { MapRate } from './map-rate.js';

/** The selected node, and optionally one of the calls that it makes. */
export interface MapSelection {
  readonly node: MapNode | undefined;
  readonly edge: MapEdge | undefined;
  readonly selectNode: (id: string | undefined) => void;
  readonly selectEdge: (edge: MapEdge) => void;
}

/**
 * Returns the selection that the address specifies. The parameter `s` is the id of a node, and `to` is the id of a node
 * that it calls.
 */
export function useMapSelection({ nodes, edges }: CallMap): MapSelection {
  const [{ s, to }, change] = useSearchParameters();
  return {
    node: nodes.find(({ id }) => id === s),
    edge: edges.find((edge) => edge.from === s && edge.to === to),
    selectNode: (id) => change({ s: id, to: undefined }),
    selectEdge: (edge) => change({ s: edge.from, to: edge.to }),
  };
}

/** Props that all views of a map receive. */
export interface MapProps {
  readonly map: CallMap;
  readonly rate: MapRate | undefined;
  readonly selection: MapSelection;
}
