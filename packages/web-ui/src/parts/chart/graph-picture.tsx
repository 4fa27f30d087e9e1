import { useMemo } from 'react';
import { fitText, measureText } from '../values/fit-text.js';
import { markInvisible } from '../values/write-value.js';
import type { Arrow, GraphLayout, Size } from './graph-layout.js';
import styles from './graph-picture.module.css';

interface DrawnNode {
  readonly name: string;
  /** Text of the line below the name, such as rounded numbers. */
  readonly facts: string;
  /** Unrounded version of the text below the name, shown on hover. */
  readonly exact?: string;
  readonly isCurrent: boolean;
}

/**
 * Style of an arrow: `order` is dashed, `back` and `failed` are drawn as warnings, and `near` touches the current node.
 */
export type ArrowTone = 'order' | 'back' | 'failed' | 'near' | 'current';

interface GraphPictureProps<Drawn extends Arrow> {
  readonly layout: GraphLayout<Drawn>;
  readonly nodeSize: Size;
  /** Nodes in the same order as in the layout request. */
  readonly nodes: readonly DrawnNode[];
  readonly labelOf: (arrow: Drawn) => string;
  /** Returns the unrounded version of an arrow's label, shown on hover. */
  readonly formatExact?: (arrow: Drawn) => string;
  readonly tonesOf: (arrow: Drawn) => readonly ArrowTone[];
  readonly onSelect: (node: number) => void;
  readonly onSelectArrow?: (arrow: Drawn) => void;
}

/** Minimum scale of a graph that is wider than its container. The text would be illegible at a smaller scale. */
const MIN_SCALE = 0.8;
const MARGIN = 10;
/** Font sizes in pixels. The style sheet specifies the same values. */
const NAME_PX = 12;
const FACTS_PX = 11;
/** Distance in pixels between an arrow and the label above it. */
const LABEL_RISE = 5;
/** Vertical positions of the two lines of text in a node, as fractions of the node's height. */
const NAME_LINE = 0.42;
const FACTS_LINE = 0.8;

/** Graph of boxes and arrows. For screen readers, an adjacent table contains the same data. */
export function GraphPicture<Drawn extends Arrow>(props: GraphPictureProps<Drawn>) {
  const { layout, nodeSize, nodes, labelOf, formatExact, tonesOf, onSelect, onSelectArrow } = props;
  const { width, height } = nodeSize;
  const measures = useMemo(() => [measureText(NAME_PX), measureText(FACTS_PX)] as const, []);
  const room = width - 2 * MARGIN;
  return (
    <svg
      className={styles['graph']}
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      style={{ width: layout.width, minWidth: MIN_SCALE * layout.width }}
      aria-hidden="true"
    >
      <defs>
        <marker
          id="arrow-end"
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
      {layout.arrows.map(({ arrow, points, label }) => {
        const line = points.map(({ x, y }) => `${x},${y}`).join(' ');
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: The table offers the same to keys.
          <g
            key={`${arrow.kind} ${arrow.from} ${arrow.to}`}
            className={tonesOf(arrow)
              .map((tone) => styles[tone])
              .join(' ')}
            onClick={onSelectArrow && (() => onSelectArrow(arrow))}
          >
            {formatExact !== undefined && <title>{formatExact(arrow)}</title>}
            <polyline points={line} markerEnd="url(#arrow-end)" />
            {onSelectArrow !== undefined && <polyline points={line} className={styles['reach']} />}
            <text x={label.x} y={label.y - LABEL_RISE} className={styles['label']}>
              {labelOf(arrow)}
            </text>
          </g>
        );
      })}
      {layout.nodes.map(({ x, y }, position) => {
        const { facts = '', exact, isCurrent = false } = nodes[position] ?? {};
        const name = markInvisible(nodes[position]?.name ?? '');
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: The table offers the same to keys.
          <g
            key={`${x} ${y}`}
            className={`${styles['node']} ${isCurrent ? styles['current'] : ''}`}
            transform={`translate(${x} ${y})`}
            onClick={() => onSelect(position)}
          >
            <title>{`${name}: ${facts}${exact === undefined ? '' : ` (${exact})`}`}</title>
            <rect width={width} height={height} rx="5" />
            <text x={MARGIN} y={height * NAME_LINE}>
              {fitText(name, room, measures[0])}
            </text>
            <text x={MARGIN} y={height * FACTS_LINE} className={styles['facts']}>
              {fitText(facts, room, measures[1])}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
