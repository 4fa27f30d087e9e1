import { useMemo } from 'react';
import type { GraphRequest } from '../../parts/chart/graph-layout.js';
import { type ArrowTone, GraphPicture } from '../../parts/chart/graph-picture.js';
import { useGraphLayout } from '../../trace/workers/use-graph-layout.js';
import { type MapEdge, type MapNode, nameOfNode } from './call-map.js';
import { writeEdgeNumbers, writeExactNumbers, writeNodeNumbers } from './map-numbers.js';
import { type ShownArrow, type ShownGraph, shownGraph } from './shown-graph.js';
import type { MapProps, MapSelection } from './use-map-selection.js';

/** Size of a node, with room for a rate, a share of failures and a duration. */
const nodeSize = { width: 220, height: 46 } as const;
/** Size of an edge's label, with room for a rate and a share of failures. */
const labelSize = { width: 88, height: 28 } as const;
const SPACING = 32;

export function MapGraph({ map, rate, selection }: MapProps) {
  const selected = selection.node?.id;
  const shown = useMemo(() => shownGraph(map, selected), [map, selected]);
  const { graph, layout } = useGraphLayout(shown, requestOf);
  return (
    <GraphPicture
      layout={layout}
      nodeSize={nodeSize}
      nodes={graph.nodes.map((node) => ({
        name: nameInPicture(node),
        facts: writeNodeNumbers(node, rate),
        exact: writeExactNumbers(node.entries, node.failed),
        isCurrent: node.id === selected && selection.edge === undefined,
      }))}
      labelOf={({ edge }) => writeEdgeNumbers(edge, rate)}
      formatExact={({ edge }) => writeExactNumbers(edge.calls, edge.failed)}
      tonesOf={({ edge }) => tonesOf(edge, selection)}
      onSelect={(position) => selection.selectNode(graph.nodes[position]?.id)}
      onSelectArrow={({ edge }) => selection.selectEdge(edge)}
    />
  );
}

/**
 * Returns the name of a node in the graph. The name includes the span type, because one model may serve both chats and
 * embeddings.
 */
function nameInPicture(node: MapNode): string {
  return [nameOfNode(node), node.span_type].filter(Boolean).join(' · ');
}

function requestOf({ nodes, arrows }: ShownGraph): GraphRequest<ShownArrow> {
  return { nodes: nodes.length, arrows, nodeSize, labelSize, spacing: SPACING };
}

function tonesOf(edge: MapEdge, selection: MapSelection): ArrowTone[] {
  const selected = selection.node?.id;
  const isNear = edge.from === selected || edge.to === selected;
  // Edges are compared by their node ids, because a worker computes the layout and returns copies of the edges.
  const isCurrent = edge.from === selection.edge?.from && edge.to === selection.edge.to;
  return [
    ...(edge.failed > 0 ? (['failed'] as const) : []),
    ...(isNear && selection.edge === undefined ? (['near'] as const) : []),
    ...(isCurrent ? (['current'] as const) : []),
  ];
}
