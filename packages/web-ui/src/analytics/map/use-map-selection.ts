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
 * Reads the selection of a map from the address. The parameter `s` names a node, and `to` names a node that `s` calls.
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

/** Properties that the views of a map share. */
export interface MapProps {
  readonly map: CallMap;
  readonly rate: MapRate | undefined;
  readonly selection: MapSelection;
}
