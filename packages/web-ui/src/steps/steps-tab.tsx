import { agentSteps, type StepGraph } from '@spanhouse/trace-insight/agent-steps';
import { type ReactElement, useMemo } from 'react';
import { writeCount } from '../parts/format-number.js';
import { MarkedText } from '../parts/marked-text.js';
import { Message } from '../parts/message.js';
import type { TraceViewProps } from '../trace/trace-view-props.js';
import { layoutSteps, nodeSize } from './layout-steps.js';
import styles from './steps.module.css';

/** How the agents, tools and models of a trace call and follow each other. */
export function StepsTab({ outline, selected, onSelect }: TraceViewProps): ReactElement {
  const graph = useMemo(() => agentSteps(outline), [outline]);
  if (graph.nodes.length === 0) {
    return (
      <Message title="This trace has no steps.">
        <p>Steps are the spans of agents, tools and models.</p>
      </Message>
    );
  }
  const select = (node: number) => onSelect(nextOf(graph, node, selected));
  const current = graph.nodeOf[selected] ?? -1;
  return (
    <div className={styles['room']}>
      {graph.isMerged && (
        <p className="quiet">There are more than 300 steps: those of one type are merged.</p>
      )}
      <Picture graph={graph} current={current} onSelect={select} />
      <StepTable graph={graph} current={current} onSelect={select} />
    </div>
  );
}

/** Returns the next span of a node after the selected one, from the first again at the end. */
function nextOf({ nodeOf }: StepGraph, node: number, selected: number): number {
  const next = nodeOf.indexOf(node, selected + 1);
  return next < 0 ? nodeOf.indexOf(node) : next;
}

interface StepsProps {
  readonly graph: StepGraph;
  /** The node of the selected span; -1 for none. */
  readonly current: number;
  readonly onSelect: (node: number) => void;
}

function nameOf({ nodes }: StepGraph, node: number): string {
  const { name, type } = nodes[node] ?? {};
  return name ?? `all of type ${type}`;
}

/** The graph. The table below it says the same to people who do not see it. */
function Picture({ graph, current, onSelect }: StepsProps): ReactElement {
  const { width, height, nodes, arrows } = useMemo(() => layoutSteps(graph), [graph]);
  return (
    <svg className={styles['graph']} width={width} height={height} aria-hidden="true">
      <defs>
        <marker
          id="step-end"
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="7"
          markerHeight="7"
          orient="auto"
        >
          <path d="M0 0 8 4 0 8z" />
        </marker>
      </defs>
      {arrows.map(({ arrow: { kind, from, to, count, isBack }, points }) => {
        const middle = points[Math.floor(points.length / 2)];
        return (
          <g key={`${kind} ${from} ${to}`} className={kind === 'order' ? styles['order'] : ''}>
            <polyline
              className={isBack ? styles['back'] : ''}
              points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
              markerEnd="url(#step-end)"
            />
            {count > 1 && (
              <text x={middle?.x} y={(middle?.y ?? 0) - 4}>
                {writeCount(count)}
              </text>
            )}
          </g>
        );
      })}
      {nodes.map(({ x, y }, node) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: The table offers the same to keys.
        <g
          key={nameOf(graph, node)}
          className={`${styles['node']} ${node === current ? styles['current'] : ''}`}
          transform={`translate(${x} ${y})`}
          onClick={() => onSelect(node)}
        >
          <rect {...nodeSize} rx="5" />
          <text x="10" y="17">
            {shortened(nameOf(graph, node))}
          </text>
          <text x="10" y="32" className={styles['type']}>
            {graph.nodes[node]?.type}{' '}
            {(graph.nodes[node]?.count ?? 0) > 1 &&
              `× ${writeCount(graph.nodes[node]?.count ?? 0)}`}
          </text>
        </g>
      ))}
    </svg>
  );
}

const MAX_NAME = 22;

function shortened(name: string): string {
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name;
}

function StepTable({ graph, current, onSelect }: StepsProps): ReactElement {
  const after = (node: number, kind: 'call' | 'order') =>
    graph.edges
      .filter((edge) => edge.from === node && edge.kind === kind)
      .map(({ to, count }) => (count > 1 ? `${nameOf(graph, to)} × ${count}` : nameOf(graph, to)))
      .join(', ');
  return (
    <table className={styles['table']} aria-label="Steps">
      <thead>
        <tr>
          <th scope="col">Step</th>
          <th scope="col">Type</th>
          <th scope="col" className="num">
            Spans
          </th>
          <th scope="col">Calls</th>
          <th scope="col">Is followed by</th>
        </tr>
      </thead>
      <tbody>
        {graph.nodes.map(({ type, count }, node) => (
          <tr key={`${type} ${nameOf(graph, node)}`} aria-current={node === current}>
            <th scope="row">
              <button type="button" title="Select its next span" onClick={() => onSelect(node)}>
                <MarkedText text={nameOf(graph, node)} />
              </button>
            </th>
            <td className="quiet">{type}</td>
            <td className="num">{writeCount(count)}</td>
            <td className="quiet">{after(node, 'call')}</td>
            <td className="quiet">{after(node, 'order')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
