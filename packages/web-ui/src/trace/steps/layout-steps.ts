import type { StepEdge, StepGraph } from '@spanhouse/trace-insight/agent-steps';
import type { GraphRequest } from '../../parts/chart/graph-layout.js';

/** The size of a node, in pixels. */
export const nodeSize = { width: 148, height: 40 } as const;
/** Room for a count, where an edge has one. */
const labelSize = { width: 24, height: 28 } as const;
const noLabel = { width: 0, height: 0 } as const;

const SPACING = 32;

/** Returns what the steps of a trace are laid out from. */
export function stepsRequest({ nodes, edges }: StepGraph): GraphRequest<StepEdge> {
  const size = edges.some(({ count }) => count > 1) ? labelSize : noLabel;
  return { nodes: nodes.length, arrows: edges, nodeSize, labelSize: size, spacing: SPACING };
}
