import type { StepEdge, StepGraph } from '@spanhouse/trace-insight/agent-steps';
import { type GraphLayout, layOutGraph } from '../parts/graph-layout.js';

/** The size of a node, in pixels. */
export const nodeSize = { width: 168, height: 40 } as const;

const SPACING = 36;

/** Lays the steps of a trace out in layers from left to right. */
export function layoutSteps({ nodes, edges }: StepGraph): GraphLayout<StepEdge> {
  return layOutGraph({ nodes: nodes.length, arrows: edges, nodeSize, spacing: SPACING });
}
