import { type PointerEvent, type ReactElement, useCallback, useRef } from 'react';
import { type Surface, useCanvas } from '../../parts/chart/use-canvas.js';
import type { Zoom } from '../../url/zoom-text.js';
import type { TraceModel } from '../use-trace-model.js';
import { useTraceTask } from '../workers/use-trace-task.js';
import styles from './minimap.module.css';
import { MinimapHandle } from './minimap-handle.js';
import { paintMinimap } from './paint-minimap.js';

/** Minimum length of a drag; a shorter one is a click and selects nothing. */
const MIN_DRAG = 0.005;

interface MinimapProps {
  readonly model: TraceModel;
  readonly zoom: Zoom;
  readonly onZoom: (zoom: Zoom) => void;
}

/** Overview of the whole trace. A drag selects the visible section, and the handles move its ends. */
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
