import { type ReactElement, useMemo } from 'react';
import { type ArrowTone, GraphPicture } from '../parts/graph-picture.js';
import { useGraphLayout } from '../workers/use-graph-layout.js';
import { type CallMap, type MapEdge, nameOfNode } from './call-map.js';
import { writeEdgeNumbers, writeNodeNumbers } from './map-numbers.js';
import { shownGraph } from './shown-graph.js';

const nodeSize = { width: 200, height: 46 } as const;
/** Room for the numbers of an edge. */
const SPACING = 96;

interface MapGraphProps {
  readonly map: CallMap;
  readonly selected: string | undefined;
  readonly onSelect: (id: string | undefined) => void;
}

/** The map as a picture. */
export function MapGraph({ map, selected, onSelect }: MapGraphProps): ReactElement {
  const graph = useMemo(() => shownGraph(map, selected), [map, selected]);
  const request = useMemo(
    () => ({ arrows: graph.arrows, nodes: graph.nodes.length, nodeSize, spacing: SPACING }),
    [graph],
  );
  const layout = useGraphLayout(request);
  return (
    <GraphPicture
      layout={layout}
      nodeSize={nodeSize}
      nodes={graph.nodes.map((node) => ({
        name: nameOfNode(node),
        facts: writeNodeNumbers(node),
        isCurrent: node.id === selected,
      }))}
      labelOf={({ edge }) => writeEdgeNumbers(edge)}
      tonesOf={({ edge }) => tonesOf(edge, selected)}
      onSelect={(position) => onSelect(graph.nodes[position]?.id)}
    />
  );
}

function tonesOf({ from, to, failed }: MapEdge, selected: string | undefined): ArrowTone[] {
  return [
    ...(failed > 0 ? (['failed'] as const) : []),
    ...(from === selected || to === selected ? (['near'] as const) : []),
  ];
}
