import { graphlib, layout } from '@dagrejs/dagre';

/** Width and height in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A position in pixels, measured from the upper left corner. */
interface Point {
  readonly x: number;
  readonly y: number;
}

/** An arrow between two nodes. The nodes are identified by index. */
export interface Arrow {
  readonly from: number;
  readonly to: number;
  /** Distinguishes arrows that connect the same two nodes. */
  readonly kind: string;
}

/** Positions of the nodes and arrows of a graph. */
export interface GraphLayout<Drawn extends Arrow> extends Size {
  /** Upper left corner of each node, in the same order as the nodes. */
  readonly nodes: readonly Point[];
  readonly arrows: readonly DrawnArrow<Drawn>[];
}

interface DrawnArrow<Drawn extends Arrow> {
  readonly arrow: Drawn;
  readonly points: readonly Point[];
  /** Centre of the arrow's label. */
  readonly label: Point;
}

const MARGIN = 16;

export interface GraphRequest<Drawn extends Arrow> {
  readonly nodes: number;
  readonly arrows: readonly Drawn[];
  readonly nodeSize: Size;
  /** Space reserved for the label of each arrow. The labels overlap neither each other nor the boxes. */
  readonly labelSize: Size;
  /** Distance between two layers, not counting the space for labels. */
  readonly spacing: number;
}

/** Lays out a graph in layers from left to right. The same graph always yields the same layout. */
export function layOutGraph<Drawn extends Arrow>(request: GraphRequest<Drawn>): GraphLayout<Drawn> {
  const { nodes, arrows, nodeSize, labelSize, spacing } = request;
  const graph = new graphlib.Graph({ multigraph: true });
  graph.setGraph({
    rankdir: 'LR',
    ranksep: spacing,
    nodesep: nodeSize.height / 2,
    marginx: MARGIN,
    marginy: MARGIN,
  });
  const numbers = Array.from({ length: nodes }, (_, number) => number);
  for (const number of numbers) {
    graph.setNode(String(number), { ...nodeSize });
  }
  for (const { from, to, kind } of arrows) {
    graph.setEdge(String(from), String(to), { ...labelSize, labelpos: 'c' }, kind);
  }
  layout(graph);
  const { width = 0, height = 0 } = graph.graph() as Partial<Size>;
  const middles = numbers.map((number) => graph.node(String(number)) as Point);
  return {
    width,
    height,
    nodes: middles.map(({ x, y }) => ({ x: x - nodeSize.width / 2, y: y - nodeSize.height / 2 })),
    arrows: arrows.map((arrow) => {
      const found = graph.edge(String(arrow.from), String(arrow.to), arrow.kind);
      const {
        points = [],
        x = 0,
        y = 0,
      } = found as Partial<Point & { readonly points: readonly Point[] }>;
      const ends = [middles[arrow.from], middles[arrow.to]] as const;
      const label = { x, y };
      const straight = alongLabel(points, label, labelSize.width);
      return { arrow, points: fromSideToSide(straight, ends, nodeSize.width), label };
    }),
  };
}

/** Replaces a bend at the centre of a label with a straight line below the label. */
function alongLabel(points: readonly Point[], label: Point, width: number): readonly Point[] {
  const [first, last] = [points[0], points.at(-1)];
  if (width === 0 || first === undefined || last === undefined) {
    return points;
  }
  const half = Math.sign(last.x - first.x) * (width / 2);
  return points.flatMap((point) =>
    Math.hypot(point.x - label.x, point.y - label.y) < 1
      ? [
          { x: label.x - half, y: label.y },
          { x: label.x + half, y: label.y },
        ]
      : [point],
  );
}

/**
 * Attaches a left-to-right arrow to the middle of its first node's right side and its second node's left side. The
 * arrow then crosses no other node.
 */
function fromSideToSide(
  points: readonly Point[],
  [from, to]: readonly [Point | undefined, Point | undefined],
  width: number,
): readonly Point[] {
  if (from === undefined || to === undefined || from.x >= to.x) {
    return points;
  }
  const start = { x: from.x + width / 2, y: from.y };
  const end = { x: to.x - width / 2, y: to.y };
  return [start, ...points.slice(1, -1), end];
}
