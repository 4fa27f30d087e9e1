import fc from 'fast-check';
import { agentSteps, type StepGraph } from './agent-steps.js';
import { anyNamedTree } from './testing/any-tree.js';

/** Creates a trace of consecutive spans, each given as [parent, type, name]. */
function treeOf(rows: readonly (readonly [number, string, string])[]) {
  const texts = [...new Set(rows.flatMap(([, type, name]) => [type, name]))];
  return {
    parent: Int32Array.from(rows, ([parent]) => parent),
    start: Float64Array.from(rows, (_, at) => at),
    type: Int32Array.from(rows, ([, type]) => texts.indexOf(type)),
    name: Int32Array.from(rows, ([, , name]) => texts.indexOf(name)),
    texts,
  };
}

function shown({ nodes, edges }: StepGraph) {
  const nameOf = (at: number) => nodes[at]?.name;
  return edges.map(({ from, to, kind, count, isBack }) =>
    [kind, nameOf(from), nameOf(to), count, ...(isBack ? ['back'] : [])].join(' '),
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

describe('agentSteps', () => {
  it('counts calls and orders, and marks edges that lead back', () => {
    const graph = agentSteps(
      treeOf([
        [-1, 'workflow', 'ask'],
        [0, 'agent', 'plan'],
        [1, 'chat', 'think'],
        [1, 'task', 'wrapper'],
        [3, 'tool', 'search'],
        [1, 'chat', 'think'],
        [1, 'tool', 'search'],
        [1, 'chat', 'think'],
      ]),
    );

    expect(graph.nodes).toEqual([
      { type: 'agent', name: 'plan', count: 1 },
      { type: 'chat', name: 'think', count: 3 },
      { type: 'tool', name: 'search', count: 2 },
    ]);
    expect(shown(graph)).toEqual([
      'call plan think 3',
      'call plan search 2',
      'order think search 2',
      'order search think 2 back',
    ]);
    expect([...graph.nodeOf]).toEqual([-1, 0, 1, -1, 2, 1, 2, 1]);
    expect(graph.isMerged).toBe(false);
  });

  it('merges the nodes of each type beyond 300', () => {
    const tools = Array.from({ length: 301 }, (_, at) => [0, 'tool', `tool ${at}`] as const);

    const graph = agentSteps(treeOf([[-1, 'agent', 'plan'], ...tools]));

    expect(graph.isMerged).toBe(true);
    expect(graph.nodes).toEqual([
      { type: 'agent', name: undefined, count: 1 },
      { type: 'tool', name: undefined, count: 301 },
    ]);
  });

  it('counts every step once in its node, once in a call and once in an order', () => {
    const anyStepTree = anyNamedTree().map((tree) => ({
      ...tree,
      start: Float64Array.from(tree.parent, (_, at) => (at * 7) % 5),
    }));
    fc.assert(
      fc.property(anyStepTree, (tree) => {
        const { nodes, edges, nodeOf } = agentSteps(tree);
        const steps = [...nodeOf.keys()].filter((at) => (nodeOf[at] ?? -1) >= 0);
        const stepAbove = (at: number): number => {
          const above = tree.parent[at] ?? -1;
          return above < 0 || (nodeOf[above] ?? -1) >= 0 ? above : stepAbove(above);
        };
        const callers = steps.map(stepAbove);
        const countOf = (kind: string) =>
          sum(edges.filter((edge) => edge.kind === kind).map(({ count }) => count));

        expect(sum(nodes.map(({ count }) => count))).toBe(steps.length);
        expect(countOf('call')).toBe(callers.filter((at) => at >= 0).length);
        expect(countOf('order')).toBe(steps.length - new Set(callers).size);
      }),
      { numRuns: 500 },
    );
  });

  it('follows a chain of 500,000 agents', () => {
    const chain = treeOf(
      Array.from({ length: 500_000 }, (_, at) => [at - 1, 'agent', 'plan'] as const),
    );

    expect(agentSteps(chain).edges).toEqual([
      { from: 0, to: 0, kind: 'call', count: 499_999, isBack: true },
    ]);
  });
});
