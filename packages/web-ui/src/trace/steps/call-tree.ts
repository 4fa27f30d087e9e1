import type { StepGraph } from '@spanhouse/trace-insight/agent-steps';

/** Node of the graph, positioned below the first node that calls it. */
export interface TreeStep {
  readonly node: number;
  /** Depth; 0 for nodes that no other node calls first. */
  readonly level: number;
}

/** Returns every node once, below its first caller, in order of first appearance. */
export function callTree({
  nodes,
  edges,
}: Pick<StepGraph, 'nodes' | 'edges'>): readonly TreeStep[] {
  const called = new Map<number, number[]>();
  const isBelow = new Set<number>();
  for (const { from, to, kind, isBack } of edges) {
    // A back edge would put a node below itself.
    if (kind === 'call' && !isBack && !isBelow.has(to)) {
      isBelow.add(to);
      called.set(from, [...(called.get(from) ?? []), to]);
    }
  }
  const steps: TreeStep[] = [];
  const pending = [...nodes.keys()]
    .filter((node) => !isBelow.has(node))
    .map((node): TreeStep => ({ node, level: 0 }))
    .reverse();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    steps.push(next);
    const level = next.level + 1;
    pending.push(...(called.get(next.node) ?? []).map((node) => ({ node, level })).reverse());
  }
  return steps;
}
