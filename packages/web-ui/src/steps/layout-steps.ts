import { graphlib, layout } from '@dagrejs/dagre';
import type { StepEdge, StepGraph } from '@spanhouse/trace-insight/agent-steps';

/** The size of a node, in pixels. */
export const nodeSize = { width: 168, height: 40 } as const;

/** A point in pixels. */
interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where the nodes and edges of a graph lie. Nodes are in the order of the graph. */
export interface StepLayout {
  readonly width: number;
  readonly height: number;
  /** The upper left corners. */
  readonly nodes: readonly Point[];
  readonly edges: readonly {
    readonly edge: StepEdge;
    readonly points: readonly Point[];
  }[];
}

const MARGIN = 16;
const SPACING = 36;

/** Lays a graph out in layers from left to right. */
export function layoutSteps({ nodes, edges }: StepGraph): StepLayout {
  const graph = new graphlib.Graph({ multigraph: true });
  graph.setGraph({
    rankdir: 'LR',
    ranksep: SPACING,
    nodesep: SPACING / 2,
    marginx: MARGIN,
    marginy: MARGIN,
  });
  for (const number of nodes.keys()) {
    graph.setNode(String(number), { ...nodeSize });
  }
  for (const { from, to, kind } of edges) {
    graph.setEdge(String(from), String(to), {}, kind);
  }
  layout(graph);
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  return {
    width,
    height,
    nodes: [...nodes.keys()].map((number) => {
      const { x, y } = graph.node(String(number)) as Point;
      return { x: x - nodeSize.width / 2, y: y - nodeSize.height / 2 };
    }),
    edges: edges.map((edge) => {
      const found = graph.edge(String(edge.from), String(edge.to), edge.kind);
      return { edge, points: (found as { points?: readonly Point[] }).points ?? [] };
    }),
  };
}
