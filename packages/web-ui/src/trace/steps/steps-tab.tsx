import type { StepEdge, StepGraph, StepNode } from '@spanhouse/trace-insight/agent-steps';
import type { ReactElement } from 'react';
import type { Filtering } from '../../filter-bar/filtering.js';
import { writeFilterText } from '../../filter-bar/write-filter-text.js';
import { Message, Waiting } from '../../parts/answers/answer-states.js';
import { Button } from '../../parts/button.js';
import type { GraphRequest } from '../../parts/chart/graph-layout.js';
import { type ArrowTone, GraphPicture } from '../../parts/chart/graph-picture.js';
import { Table } from '../../parts/lists/table.js';
import table from '../../parts/lists/table.module.css';
import { MarkedText, writeCount } from '../../parts/values/write-value.js';
import { useSearchParameters } from '../../url/use-search.js';
import { spanIdAt } from '../outline/outline.js';
import type { TraceViewProps } from '../trace-view-props.js';
import { useGraphLayout } from '../workers/use-graph-layout.js';
import { useTraceTask } from '../workers/use-trace-task.js';
import styles from './steps.module.css';

/** Size of a node, in pixels. */
export const nodeSize = { width: 148, height: 40 } as const;
/** Size of an edge label, in pixels. */
const labelSize = { width: 24, height: 28 } as const;
const noLabel = { width: 0, height: 0 } as const;

const SPACING = 32;

/**
 * Graph of the agents, tools and models in a trace. Its arrows show the calls between nodes, and the order of the
 * calls.
 */
export function StepsTab({ outline, selected }: TraceViewProps): ReactElement {
  const [{ only }, change] = useSearchParameters();
  const graph = useTraceTask('agentSteps', outline);
  if (graph === undefined) {
    return <Waiting />;
  }
  if (graph.nodes.length === 0) {
    return (
      <Message title="This trace has no steps.">
        <p>Steps are the spans of agents, tools and models.</p>
      </Message>
    );
  }
  const select = (node: number) =>
    change({
      s: spanIdAt(outline, nextNode(graph, node, selected)),
      q: writeFilterText(filterOfStep(graph.nodes[node])),
      only: '1',
    });
  const current = graph.nodeOf[selected] ?? -1;
  return (
    <div className={`${styles['room']} sideways`}>
      {graph.isMerged && (
        <p className="quiet">There are more than 300 steps: those of one type are merged.</p>
      )}
      {only !== undefined && (
        <p role="status" className="quiet">
          The waterfall shows only the spans that are selected here.{' '}
          <Button isPlain onClick={() => change({ tab: undefined })}>
            Show them <kbd>1</kbd>
          </Button>
          <Button isPlain onClick={() => change({ q: undefined, only: undefined })}>
            Show all
          </Button>
        </p>
      )}
      <Picture graph={graph} current={current} onSelect={select} />
      <StepTable graph={graph} current={current} onSelect={select} />
    </div>
  );
}

/** Returns the filter that matches the spans of a node. */
function filterOfStep({ type = '', name }: Partial<StepNode> = {}): Filtering {
  const ofType = { field: 'span_type', operator: 'is', value: type };
  const named = { field: 'span_name', operator: 'is', value: name ?? '' };
  return { operator: 'and', conditions: name === undefined ? [ofType] : [ofType, named] };
}

/** Returns the node's next span after the selected one, or the node's first span if there is no next one. */
function nextNode({ nodeOf }: StepGraph, node: number, selected: number): number {
  const next = nodeOf.indexOf(node, selected + 1);
  return next < 0 ? nodeOf.indexOf(node) : next;
}

const INDENT_PX = 16;

interface StepsProps {
  readonly graph: StepGraph;
  /** Index of the node that contains the selected span; -1 if no node contains it. */
  readonly current: number;
  readonly onSelect: (node: number) => void;
}

function nameOf({ nodes }: StepGraph, node: number): string {
  const { name, type } = nodes[node] ?? {};
  return name ?? `all of type ${type}`;
}

/** The graph as a picture. For screen readers, the table below the picture contains the same information. */
function Picture({ graph: steps, current, onSelect }: StepsProps): ReactElement {
  const { graph, layout } = useGraphLayout(steps, stepsRequest);
  return (
    <GraphPicture
      layout={layout}
      nodeSize={nodeSize}
      nodes={graph.nodes.map(({ type, count }, node) => ({
        name: nameOf(graph, node),
        facts: count > 1 ? `${type} × ${writeCount(count)}` : type,
        isCurrent: node === current,
      }))}
      labelOf={({ count }) => (count > 1 ? writeCount(count) : '')}
      tonesOf={tonesOf}
      onSelect={onSelect}
    />
  );
}

function tonesOf({ kind, isBack }: StepEdge): ArrowTone[] {
  const tones: ArrowTone[] = kind === 'order' ? ['order'] : [];
  return isBack ? [...tones, 'back'] : tones;
}

function StepTable({ graph, current, onSelect }: StepsProps): ReactElement {
  const after = (node: number, kind: 'call' | 'order') =>
    graph.edges
      .filter((edge) => edge.from === node && edge.kind === kind)
      .map(({ to, count }) => (count > 1 ? `${nameOf(graph, to)} × ${count}` : nameOf(graph, to)))
      .join(', ');
  return (
    <Table
      className={`${table['table']} ${styles['steps']}`}
      aria-label="Steps"
      words={['Step', 'Type']}
      numbers={['Spans']}
      notes={['Calls', 'Is followed by']}
    >
      {callTree(graph).map(({ node, level }) => {
        const { type = '', count = 0 } = graph.nodes[node] ?? {};
        return (
          <tr key={`${type} ${nameOf(graph, node)}`} aria-current={node === current}>
            <th scope="row" style={{ paddingLeft: 8 + level * INDENT_PX }}>
              {level > 0 && <span className="unseen">level {level + 1}</span>}
              <button
                type="button"
                className="bare"
                title="Select its next span, and show only its spans in the waterfall"
                onClick={() => onSelect(node)}
              >
                <MarkedText text={nameOf(graph, node)} />
              </button>
            </th>
            <td className="quiet">{type}</td>
            <td className="num">{writeCount(count)}</td>
            <td className="quiet">{after(node, 'call')}</td>
            <td className="quiet">{after(node, 'order')}</td>
          </tr>
        );
      })}
    </Table>
  );
}

export function stepsRequest({ nodes, edges }: StepGraph): GraphRequest<StepEdge> {
  const size = edges.some(({ count }) => count > 1) ? labelSize : noLabel;
  return { nodes: nodes.length, arrows: edges, nodeSize, labelSize: size, spacing: SPACING };
}

/**
 * Returns the nodes as a call tree. Each node occurs once, below its first caller and with its depth. Siblings are in
 * the order in which they first appear in the trace.
 */
export function callTree({ nodes, edges }: Pick<StepGraph, 'nodes' | 'edges'>) {
  const called = new Map<number, number[]>();
  const isBelow = new Set<number>();
  for (const { from, to, kind, isBack } of edges) {
    // A back edge is skipped, because it would put a node below itself.
    if (kind === 'call' && !isBack && !isBelow.has(to)) {
      isBelow.add(to);
      called.set(from, [...(called.get(from) ?? []), to]);
    }
  }
  const pending = [...nodes.keys()]
    .filter((node) => !isBelow.has(node))
    .map((node) => ({ node, level: 0 }))
    .reverse();
  const steps: typeof pending = [];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    steps.push(next);
    const level = next.level + 1;
    pending.push(...(called.get(next.node) ?? []).map((node) => ({ node, level })).reverse());
  }
  return steps;
}
