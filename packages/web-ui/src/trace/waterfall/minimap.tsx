import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  useCallback,
  useRef,
} from 'react';
import { type Surface, useCanvas } from '../../parts/chart/use-canvas.js';
import { writeDuration } from '../../parts/values/write-value.js';
import type { Zoom } from '../../url/zoom-text.js';
import type { TraceModel } from '../use-trace-model.js';
import { useTraceTask } from '../workers/use-trace-task.js';
import styles from './minimap.module.css';
import { paintMinimap } from './paint-minimap.js';
import { fromAxisNs, type TimeAxis } from './time-axis.js';

/** Minimum length of a drag, as a fraction of the trace. A shorter drag counts as a click and selects nothing. */
const MIN_DRAG = 0.005;

interface MinimapProps {
  readonly model: TraceModel;
  readonly zoom: Zoom;
  readonly onZoom: (zoom: Zoom) => void;
}

/** Overview of the whole trace. Dragging selects the visible section, and the two handles move its ends. */
export function Minimap({ model, zoom, onZoom }: MinimapProps): ReactElement {
  const { outline, axis, spans } = model;
  const layout = useTraceTask('layoutByTime', spans);
  const length = Math.max(1, axis.length);
  const paint = useCallback(
    (surface: Surface) => layout && paintMinimap(surface, outline, layout),
    [outline, layout],
  );
  const [canvas] = useCanvas(paint);
  const dragStart = useRef<number>(undefined);
  const timeAt = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return (length * Math.min(width, Math.max(0, clientX - left))) / width;
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    const { current } = dragStart;
    const at = timeAt(event);
    if (current !== undefined && Math.abs(at - current) > length * MIN_DRAG) {
      onZoom({ from: Math.min(current, at), to: Math.max(current, at) });
    }
  };
  const handle = (end: keyof Zoom) => (
    <MinimapHandle end={end} zoom={zoom} axis={axis} onZoom={onZoom} />
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: The handles do the same with keys.
    <div
      className={styles['minimap']}
      onPointerDown={(event) => {
        dragStart.current = timeAt(event);
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
      onPointerUp={(event) => {
        drag(event);
        dragStart.current = undefined;
      }}
      onDoubleClick={() => onZoom({ from: 0, to: length })}
    >
      <canvas ref={canvas} />
      <Shade from={0} to={zoom.from} length={length} />
      <Shade from={zoom.to} to={length} length={length} />
      {handle('from')}
      {handle('to')}
    </div>
  );
}

function Shade({ from, to, length }: Zoom & { readonly length: number }): ReactElement {
  const style = {
    left: `${(100 * from) / length}%`,
    width: `${(100 * (to - from)) / length}%`,
  };
  return <span className={styles['shade']} style={style} />;
}

/** Half the width of a handle in pixels. */
const HALF_WIDTH = 12;
/** Distance by which a key moves a handle, as a fraction of the trace. */
const KEY_STEP = 0.02;
const PAGE_STEP = 0.1;
/** Minimum distance between the two handles, in ns. */
const MIN_LENGTH = 1;

/** Distance and direction for each key that moves a handle, as a fraction of the trace. */
const handleKeys: Readonly<Record<string, number>> = {
  ArrowLeft: -KEY_STEP,
  ArrowRight: KEY_STEP,
  ArrowDown: -KEY_STEP,
  ArrowUp: KEY_STEP,
  PageDown: -PAGE_STEP,
  PageUp: PAGE_STEP,
  Home: -1,
  End: 1,
};

interface MinimapHandleProps {
  readonly end: keyof Zoom;
  readonly zoom: Zoom;
  readonly axis: TimeAxis;
  readonly onZoom: (zoom: Zoom) => void;
}

/** Handle at one end of the visible section. The user drags it or moves it with keys. */
function MinimapHandle({ end, zoom, axis, onZoom }: MinimapHandleProps): ReactElement {
  const length = Math.max(1, axis.length);
  const moveTo = (position: number) => {
    const [least, most] =
      end === 'from' ? [0, zoom.to - MIN_LENGTH] : [zoom.from + MIN_LENGTH, length];
    onZoom({ ...zoom, [end]: Math.max(least, Math.min(most, position)) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = handleKeys[event.key];
    if (by !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      moveTo(zoom[end] + by * length);
    }
  };
  const drag = ({ currentTarget, pointerId, clientX }: PointerEvent<HTMLElement>) => {
    const strip = currentTarget.parentElement?.getBoundingClientRect();
    if (strip !== undefined && currentTarget.hasPointerCapture(pointerId)) {
      moveTo((length * (clientX - strip.left)) / strip.width);
    }
  };
  return (
    <span
      className={styles['handle']}
      style={{ left: handlePosition(end, zoom, length) }}
      role="slider"
      tabIndex={0}
      aria-label={end === 'from' ? 'Beginning of the shown time' : 'End of the shown time'}
      aria-valuemin={0}
      aria-valuemax={length}
      aria-valuenow={zoom[end]}
      aria-valuetext={writeDuration(fromAxisNs(axis, zoom[end]))}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.stopPropagation(); // otherwise the minimap would start a new selection
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
    />
  );
}

/**
 * Returns the CSS position for the centre of a handle. A handle is at its end of the visible section, but is shifted if
 * it would overlap the other handle.
 */
function handlePosition(end: keyof Zoom, { from, to }: Zoom, length: number): string {
  const middle = `clamp(${HALF_WIDTH}px, ${(100 * (from + to)) / 2 / length}%, 100% - ${HALF_WIDTH}px)`;
  return end === 'from'
    ? `min(${(100 * from) / length}%, ${middle} - ${HALF_WIDTH}px)`
    : `max(${(100 * to) / length}%, ${middle} + ${HALF_WIDTH}px)`;
}
