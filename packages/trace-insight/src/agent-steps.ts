import { numberAt } from './timed-tree.js';

/** Maximum number of nodes. If a graph has more nodes, they are merged by type. */
const MAX_NODES = 300;

/** The span types that count as steps of an agent. */
const stepTypes = new Set(
  'agent tool query llm chat completion embedding rerank generation'.split(' '),
);

/** The columns of a trace that `agentSteps` reads, in the order of the trace tree. */
export interface StepTree {
  /** The position of the parent span; -1 at the top level. */
  readonly parent: Int32Array;
  /** The start times in nanoseconds after the earliest start. */
  readonly start: Float64Array;
  /** Indexes in `texts`; -1 for a missing string. */
  readonly type: Int32Array;
  readonly name: Int32Array;
  readonly texts: readonly string[];
}

/** An agent, a tool or a model. */
export interface StepNode {
  readonly type: string;
  /** The name of the step, or undefined if the nodes are merged by type. */
  readonly name: string | undefined;
  /** Number of spans that belong to the node. */
  readonly count: number;
}

export interface StepEdge {
  /** The indexes of the nodes that the edge connects. */
  readonly from: number;
  readonly to: number;
  /**
   * The kind of the edge. A `call` leads from a step to a step inside it. An `order` leads from a step to the next step
   * of the same caller.
   */
  readonly kind: 'call' | 'order';
  readonly count: number;
  /** True if the edge leads back to the node where it starts, or to an earlier node, as in a loop. */
  readonly isBack: boolean;
}

/** The agents, tools and models of a trace, and the edges between them. */
export interface StepGraph {
  /** The nodes in the order of their first spans. */
  readonly nodes: readonly StepNode[];
  readonly edges: readonly StepEdge[];
  /** The node of each span; -1 for spans that are not steps. */
  readonly nodeOf: Int32Array;
  /** True if the nodes are merged by type because the graph has more than 300. */
  readonly isMerged: boolean;
}

/** Returns the graph of the agents, tools and models of a trace. Spans of other types are left out. */
export function agentSteps(tree: StepTree): StepGraph {
  const callers = findCallers(tree);
  const steps = sortByTime(tree, callers);
  const named = nodesOf(tree, steps, (at) => [textAt(tree, 'type', at), textAt(tree, 'name', at)]);
  const isMerged = named.nodes.length > MAX_NODES;
  const { nodes, nodeOf } = isMerged
    ? nodesOf(tree, steps, (at) => [textAt(tree, 'type', at), undefined])
    : named;
  return { nodes, edges: edgesOf(steps, callers, nodeOf), nodeOf, isMerged };
}

function textAt(tree: StepTree, column: 'type' | 'name', at: number): string {
  return tree.texts[tree[column][at] ?? -1] ?? '';
}

/** Returns, for each span, the nearest ancestor that is a step; -1 if no ancestor is a step. */
function findCallers(tree: StepTree): Int32Array {
  const callers = new Int32Array(tree.parent.length);
  for (const [at, above] of tree.parent.entries()) {
    const isBelowStep = above >= 0 && isStep(tree, above);
    callers[at] = isBelowStep || above < 0 ? above : numberAt(callers, above);
  }
  return callers;
}

function isStep(tree: StepTree, at: number): boolean {
  return stepTypes.has(textAt(tree, 'type', at));
}

/**
 * Returns the steps ordered by start. If a step starts before its caller because their clocks differ, the step is
 * treated as if both started together.
 */
function sortByTime(tree: StepTree, callers: Int32Array): readonly number[] {
  const start = tree.start.slice();
  for (const [at, caller] of callers.entries()) {
    if (caller >= 0) {
      start[at] = Math.max(numberAt(start, at), numberAt(start, caller));
    }
  }
  return [...callers.keys()]
    .filter((at) => isStep(tree, at))
    .sort((one, other) => numberAt(start, one) - numberAt(start, other) || one - other);
}

type Identity = readonly [type: string, name: string | undefined];

function nodesOf(tree: StepTree, steps: readonly number[], identify: (at: number) => Identity) {
  const numbers = new Map<string, number>();
  const nodes: { type: string; name: string | undefined; count: number }[] = [];
  const nodeOf = new Int32Array(tree.parent.length).fill(-1);
  for (const at of steps) {
    const [type, name] = identify(at);
    const key = JSON.stringify([type, name]);
    const number = numbers.get(key) ?? nodes.push({ type, name, count: 0 }) - 1;
    numbers.set(key, number);
    nodeOf[at] = number;
    const node = nodes[number];
    if (node !== undefined) {
      node.count += 1;
    }
  }
  return { nodes, nodeOf };
}

function edgesOf(
  steps: readonly number[],
  callers: Int32Array,
  nodeOf: Int32Array,
): readonly StepEdge[] {
  const counts = new Map<string, StepEdge>();
  const add = (kind: StepEdge['kind'], from: number, to: number) => {
    const key = `${kind} ${from} ${to}`;
    const count = (counts.get(key)?.count ?? 0) + 1;
    counts.set(key, { from, to, kind, count, isBack: to <= from });
  };
  const last = new Map<number, number>();
  for (const at of steps) {
    const caller = numberAt(callers, at);
    const node = numberAt(nodeOf, at);
    const before = last.get(caller);
    if (caller >= 0) {
      add('call', numberAt(nodeOf, caller), node);
    }
    if (before !== undefined) {
      add('order', before, node);
    }
    last.set(caller, node);
  }
  return [...counts.values()];
}
