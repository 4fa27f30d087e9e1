import type { Outline } from '../outline/outline.js';
import { boxesOf, type FlameLayout } from './flame-layout.js';

/** All spans that have the same path, merged into one node. */
interface PathNode {
  readonly level: number;
  readonly above: number;
  /** First span that was merged into the node. */
  readonly span: number;
  /** Sum of the spans' self times in ns. The totals of child nodes are added later. */
  total: number;
}

type MergedOutline = Pick<Outline, 'count' | 'parent' | 'name' | 'service' | 'self'>;

/**
 * Merges spans with the same path into nodes, and lays out the nodes, widest first. A path consists of the names and
 * services of a span and its ancestors. The length of a box is the total self time of its node and of the node's
 * descendants.
 */
export function layoutBySelfTime(outline: MergedOutline): FlameLayout {
  const nodes = mergeNodes(outline);
  for (let at = nodes.length - 1; at >= 0; at--) {
    const node = nodes[at] as PathNode;
    const above = nodes[node.above];
    if (above !== undefined) {
      above.total += node.total;
    }
  }
  const lane = Int32Array.from(nodes, ({ level }) => level);
  const length = Float64Array.from(nodes, ({ total }) => total);
  const layout = boxesOf(lane, startsOf(nodes), length);
  return { ...layout, span: layout.span.map((node) => nodes[node]?.span ?? 0) };
}

function mergeNodes(outline: MergedOutline): PathNode[] {
  const { self } = outline;
  const nodes: PathNode[] = [];
  const nodeOf = new Int32Array(outline.count);
  const byPath = new Map<string, number>();
  for (const [span, above] of outline.parent.entries()) {
    const over = above < 0 ? -1 : (nodeOf[above] ?? -1);
    const path = `${over} ${outline.name[span]} ${outline.service[span]}`;
    let node = byPath.get(path);
    if (node === undefined) {
      node = nodes.length;
      byPath.set(path, node);
      nodes.push({ level: (nodes[over]?.level ?? -1) + 1, above: over, span, total: 0 });
    }
    nodeOf[span] = node;
    (nodes[node] as PathNode).total += self[span] ?? 0;
  }
  return nodes;
}

/**
 * Returns the start of each node. Nodes with the same parent are placed side by side, widest first. In the input,
 * parents come before their children.
 */
function startsOf(nodes: readonly PathNode[]): Float64Array {
  const start = new Float64Array(nodes.length);
  const nextStart = new Float64Array(nodes.length + 1);
  const byWidth = [...nodes.keys()].sort((one, other) => {
    const [first, second] = [nodes[one] as PathNode, nodes[other] as PathNode];
    return first.level - second.level || second.total - first.total;
  });
  for (const node of byWidth) {
    const { above, total } = nodes[node] as PathNode;
    const from = (nextStart[above + 1] ?? 0) + (above < 0 ? 0 : (start[above] ?? 0));
    start[node] = from;
    nextStart[above + 1] = (nextStart[above + 1] ?? 0) + total;
  }
  return start;
}
