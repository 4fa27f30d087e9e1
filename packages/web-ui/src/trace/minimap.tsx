import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  useCallback,
  useRef,
} from 'react';
import { type Surface, useCanvas } from '../paint/use-canvas.js';
import { writeDuration } from '../parts/format-duration.js';
import type { Zoom } from '../url/zoom-text.js';
import { useTraceTask } from '../workers/use-trace-task.js';
import styles from './minimap.module.css';
import { paintMinimap } from './paint-minimap.js';
import { type TimeAxis, timeOfPlace } from './time-axis.js';
import type { TraceModel } from './use-trace-model.js';

const PERCENT = 100;
/** Keys move a handle by these shares of the trace. */
const KEY_STEP = 0.02;
const PAGE_STEP = 0.1;
/** The handles stay so far apart, in ns. */
const MIN_LENGTH = 1;
/** A shorter drag is a click and selects nothing. */
const MIN_DRAG = 0.005;

/** How far a key moves a handle, as a share of the trace. */
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

interface MinimapProps {
  readonly model: TraceModel;
  readonly zoom: Zoom;
  readonly onZoom: (zoom: Zoom) => void;
}

/** The whole trace in a strip. A drag selects the part that the rows show; the handles move its ends. */
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
  const endDrag = (event: PointerEvent<HTMLElement>) => {
    const [from, to] = [dragStart.current ?? 0, timeAt(event)].sort((one, other) => one - other);
    const isDrag = dragStart.current !== undefined && (to ?? 0) - (from ?? 0) > length * MIN_DRAG;
    dragStart.current = undefined;
    if (isDrag) {
      onZoom({ from: from ?? 0, to: to ?? length });
    }
  };
  const handle = (end: keyof Zoom) => <Handle end={end} zoom={zoom} axis={axis} onZoom={onZoom} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: The handles do the same with keys.
    <div
      className={styles['minimap']}
      onPointerDown={(event) => {
        dragStart.current = timeAt(event);
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerUp={endDrag}
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
    left: `${(PERCENT * from) / length}%`,
    width: `${(PERCENT * (to - from)) / length}%`,
  };
  return <span className={styles['shade']} style={style} />;
}

interface HandleProps {
  readonly end: keyof Zoom;
  readonly zoom: Zoom;
  readonly axis: TimeAxis;
  readonly onZoom: (zoom: Zoom) => void;
}

function Handle({ end, zoom, axis, onZoom }: HandleProps): ReactElement {
  const length = Math.max(1, axis.length);
  const moveTo = (place: number) => {
    const [least, most] =
      end === 'from' ? [0, zoom.to - MIN_LENGTH] : [zoom.from + MIN_LENGTH, length];
    onZoom({ ...zoom, [end]: Math.max(least, Math.min(most, place)) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = handleKeys[event.key];
    if (by !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      moveTo(zoom[end] + by * length);
    }
  };
  return (
    <span
      className={styles['handle']}
      style={{ left: `${(PERCENT * zoom[end]) / length}%` }}
      role="slider"
      tabIndex={0}
      aria-label={end === 'from' ? 'Beginning of the shown time' : 'End of the shown time'}
      aria-valuemin={0}
      aria-valuemax={length}
      aria-valuenow={zoom[end]}
      aria-valuetext={writeDuration(BigInt(Math.round(timeOfPlace(axis, zoom[end]))))}
      onKeyDown={onKeyDown}
    />
  );
}
