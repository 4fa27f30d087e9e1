import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  useCallback,
  useMemo,
  useState,
} from 'react';
import { Button } from '../../parts/button.js';
import { useCanvas } from '../../parts/chart/use-canvas.js';
import { useKeyGroup } from '../../parts/keys/page-keys.js';
import { writeDuration } from '../../parts/values/write-value.js';
import { useSearchParameters } from '../../url/use-search.js';
import { type Outline, shapeOf, type TreeShape } from '../outline/outline.js';
import type { TraceViewProps } from '../trace-view-props.js';
import { useTimeAxis, useZoom } from '../waterfall/time-axis.js';
import { useTraceTask } from '../workers/use-trace-task.js';
import styles from './flame.module.css';
import type { FlameLayout } from './flame-layout.js';
import { LANE_HEIGHT, paintFlame } from './paint-flame.js';
import { boxAt } from './visible-boxes.js';

/** Empty layout that is shown until the first layout is ready. */
const noBoxes: FlameLayout = {
  span: new Int32Array(),
  start: new Float64Array(),
  length: new Float64Array(),
  laneStart: new Int32Array(1),
  longest: new Int32Array(),
  end: 0,
};

/** Flame graph of a trace. Spans are shown by time, or merged by path with their self times. */
export function FlameTab({ outline, selected, onSelect }: TraceViewProps): ReactElement {
  const [{ merge }, change] = useSearchParameters();
  const isMerged = merge !== undefined;
  const shape = useMemo(() => shapeOf(outline), [outline]);
  const time = useTimeAxis(outline);
  const byTime = useTraceTask('layoutByTime', isMerged ? undefined : time.spans);
  const bySelf = useTraceTask('layoutBySelfTime', isMerged ? outline : undefined);
  const layout = (isMerged ? bySelf : byTime) ?? noBoxes;
  const [zoom] = useZoom(time, selected);
  const view = isMerged ? { from: 0, to: layout.end } : zoom;
  const { from, to } = view;
  const paint = useCallback(
    (surface: Parameters<typeof paintFlame>[0]) =>
      paintFlame(surface, { outline, layout, from, to, selected }),
    [outline, layout, from, to, selected],
  );
  const [canvas, width] = useCanvas(paint);
  const [hovered, hover] = useState<number>();
  useKeyGroup({ title: 'The flame graph with the focus', needsFocus: true, keys: flameKeys });
  const spanUnder = ({ nativeEvent: { offsetX, offsetY } }: MouseEvent) => {
    const box = boxAt(
      layout,
      { from, to, width },
      { lane: Math.floor(offsetY / LANE_HEIGHT), x: offsetX },
    );
    return box === undefined ? undefined : layout.span[box];
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextInFlame(event.key, { shape, parent: outline.parent, selected });
    if (next !== undefined) {
      event.preventDefault();
      onSelect(next);
    }
  };
  const lanes = layout.laneStart.length - 1;
  const shown = describeSpan(outline, shape, hovered ?? selected);
  return (
    <div className={styles['flame']}>
      <div className={styles['tools']}>
        <span className={`quiet cut ${styles['what']}`} aria-live="polite">
          {shown}
        </span>
        <Button
          aria-pressed={isMerged}
          onClick={() => change({ merge: isMerged ? undefined : '1' })}
        >
          By self time
        </Button>
      </div>
      <div className={styles['room']}>
        <figure
          // biome-ignore lint/a11y/noNoninteractiveTabindex: The arrow keys move through the picture.
          tabIndex={0}
          aria-label={`Flame graph. Selected: ${describeSpan(outline, shape, selected)}`}
          onKeyDown={onKeyDown}
        >
          <canvas
            ref={canvas}
            style={{ height: lanes * LANE_HEIGHT }}
            onMouseMove={(event) => hover(spanUnder(event))}
            onMouseLeave={() => hover(undefined)}
            onClick={(event) => {
              const span = spanUnder(event);
              return span !== undefined && onSelect(span);
            }}
          />
        </figure>
      </div>
    </div>
  );
}

/** Describes a span and its relation to its parent, such as `draft, chat, 8.5 s, 92 % of ask, level 2 of 4`. */
function describeSpan(outline: Outline, { level }: TreeShape, at: number): string {
  const { texts, name, type, parent, duration } = outline;
  const above = parent[at] ?? -1;
  const typeName = texts[type[at] ?? -1];
  const length = duration[at] ?? 0;
  const share = Math.round((100 * length) / Math.max(1, duration[above] ?? 0));
  const levels = level.reduce((deepest, depth) => Math.max(deepest, depth), 0) + 1;
  return [
    texts[name[at] ?? -1],
    typeName === 'undefined' ? undefined : typeName,
    writeDuration(length),
    above < 0 ? undefined : `${share} % of ${texts[name[above] ?? -1]}`,
    `level ${(level[at] ?? 0) + 1} of ${levels}`,
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}

/** The focused span of a flame graph, and the shape of the span tree. */
interface FlameFocus {
  readonly shape: Pick<TreeShape, 'end'>;
  readonly parent: Int32Array;
  readonly selected: number;
}

/** Keys of the flame graph, and the span to which each key moves. */
const flameKeys = [
  { key: 'ArrowUp', meaning: 'Parent', to: parentOf },
  { key: 'ArrowDown', meaning: 'First child', to: firstChildOf },
  { key: 'ArrowLeft', meaning: 'Previous sibling', to: previousSibling },
  { key: 'ArrowRight', meaning: 'Next sibling', to: nextSibling },
];

/** Returns the span to which a key moves, or undefined if the key is not one of `flameKeys`. */
export function nextInFlame(pressed: string, focus: FlameFocus): number | undefined {
  return flameKeys.find(({ key }) => key === pressed)?.to(focus);
}

function parentOf({ parent, selected }: FlameFocus): number {
  const above = parent[selected] ?? -1;
  return above < 0 ? selected : above;
}

function firstChildOf({ shape, selected }: FlameFocus): number {
  return (shape.end[selected] ?? 0) > selected + 1 ? selected + 1 : selected;
}

function nextSibling({ shape, parent, selected }: FlameFocus): number {
  const end = shape.end[selected] ?? selected + 1;
  return parent[end] === parent[selected] ? end : selected;
}

function previousSibling({ parent, selected }: FlameFocus): number {
  const above = parent[selected] ?? -1;
  let before = selected - 1;
  while (before > above && parent[before] !== above) {
    before = parent[before] ?? -1;
  }
  return before > above ? before : selected;
}
