import { type ReactElement, useMemo } from 'react';
import { layOutGraph, type Point } from '../parts/graph-layout.js';
import { type CallMap, nameOfNode } from './call-map.js';
import styles from './map.module.css';
import { writeEdgeNumbers, writeNodeNumbers } from './map-numbers.js';
import { shownGraph } from './shown-graph.js';

const nodeSize = { width: 200, height: 46 } as const;
/** Room for the numbers of an edge. */
const SPACING = 96;
const MAX_NAME = 24;

interface MapGraphProps {
  readonly map: CallMap;
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
}

/** The map as a picture. The table holds the same for people who do not see it. */
export function MapGraph({ map, selected, onSelect }: MapGraphProps): ReactElement {
  const graph = useMemo(() => shownGraph(map, selected), [map, selected]);
  const { width, height, nodes, arrows } = useMemo(
    () => layOutGraph({ ...graph, nodes: graph.nodes.length, nodeSize, spacing: SPACING }),
    [graph],
  );
  return (
    <svg className={styles['graph']} width={width} height={height} aria-hidden="true">
      <defs>
        <marker
          id="call-end"
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
      {arrows.map(({ arrow: { edge }, points }) => {
        const { x, y } = middleOf(points);
        const isNear = edge.from === selected || edge.to === selected;
        return (
          <g
            key={`${edge.from}\n${edge.to}`}
            className={`${edge.failed > 0 ? styles['failed'] : ''} ${isNear ? styles['near'] : ''}`}
          >
            <polyline
              points={points.map((point) => `${point.x},${point.y}`).join(' ')}
              markerEnd="url(#call-end)"
            />
            <text x={x + 2} y={y - 5}>
              {writeEdgeNumbers(edge)}
            </text>
          </g>
        );
      })}
      {graph.nodes.map((node, position) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: The table offers the same to keys.
        <g
          key={node.id}
          className={`${styles['node']} ${node.id === selected ? styles['current'] : ''}`}
          transform={`translate(${nodes[position]?.x} ${nodes[position]?.y})`}
          onClick={() => onSelect(node.id)}
        >
          <title>{nameOfNode(node)}</title>
          <rect {...nodeSize} rx="5" />
          <text x="10" y="19">
            {shortened(nameOfNode(node))}
          </text>
          <text x="10" y="36" className={styles['numbers']}>
            {writeNodeNumbers(node)}
          </text>
        </g>
      ))}
    </svg>
  );
}

function middleOf(points: readonly Point[]): Point {
  return points[Math.floor(points.length / 2)] ?? { x: 0, y: 0 };
}

function shortened(name: string): string {
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name;
}
