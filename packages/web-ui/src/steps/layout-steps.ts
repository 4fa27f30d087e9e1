import type { StepEdge, StepGraph } from '@spanhouse/trace-insight/agent-steps';
import type { GraphRequest } from '../parts/graph-layout.js';

/** The size of a node, in pixels. */
export const nodeSize = { width: 148, height: 40 } as const;
/** Room for a count. */
const labelSize = { width: 20, height: 24 } as const;

const SPACING = 28;

/** Returns what the steps of a trace are laid out from. */
export function stepsRequest({ nodes, edges }: StepGraph): GraphRequest<StepEdge> {
  return { nodes: nodes.length, arrows: edges, nodeSize, labelSize, spacing: SPACING };
}
