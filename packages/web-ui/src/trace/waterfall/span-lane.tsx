import type { ReactElement } from 'react';
import { colourOfService } from '../../parts/theme/service-colour.js';
import { writeDuration } from '../../parts/values/format-duration.js';
import type { Zoom } from '../../url/zoom-text.js';
import { STATUS_ERROR } from '../outline/outline.js';
import { sectionsOf } from '../trace-path.js';
import type { TraceModel } from '../use-trace-model.js';
import styles from './rows.module.css';
import { toAxisNs } from './time-axis.js';

const PERCENT = 100;

/** Returns the style of an interval in a lane. Positions are ns on the axis. */
export function stretch({ from, to }: Zoom, start: number, length: number) {
  const shown = Math.max(1, to - from);
  return {
    left: `${(PERCENT * (start - from)) / shown}%`,
    width: `${(PERCENT * length) / shown}%`,
  };
}

interface SpanLaneProps {
  readonly model: TraceModel;
  readonly zoom: Zoom;
  readonly at: number;
  readonly hasChildren: boolean;
  readonly events: readonly number[] | undefined;
}

/**
 * Bar of a span. It is lighter where children run, with a tick per event and a line below the sections on the critical
 * path.
 */
export function SpanLane(props: SpanLaneProps): ReactElement {
  const { model, zoom, at, hasChildren, events } = props;
  const { outline, axis, spans, path } = model;
  const start = spans.start[at] ?? 0;
  const duration = spans.duration[at] ?? 0;
  const selfTime = outline.self[at] ?? 0;
  const self = hasChildren ? duration * (selfTime / Math.max(1, outline.duration[at] ?? 0)) : 0;
  const place = (from: number, length: number) => stretch(zoom, from, length);
  const between = (from: number, to: number) => {
    const first = toAxisNs(axis, from);
    return place(first, toAxisNs(axis, to) - first);
  };
  const written = (ns: number) => writeDuration(BigInt(Math.round(ns)));
  const title = `${written(outline.duration[at] ?? 0)} from ${written(outline.start[at] ?? 0)} on, ${written(selfTime)} in the span itself`;
  return (
    <span
      className={styles['lane']}
      role="gridcell"
      title={title}
      style={{ ['--c' as never]: colourOfService(outline.texts[outline.service[at] ?? -1]) }}
    >
      <i className={hasChildren ? styles['parent'] : ''} style={place(start, duration)} />
      {self > 0 && <i style={place(start, self)} />}
      {path !== undefined &&
        sectionsOf(path, at).map(({ from, to }) => (
          <i key={from} className={styles['path']} style={between(from, to)} />
        ))}
      {events?.map((ns, number) => (
        <i key={number} className={styles['event']} style={between(ns, ns)} />
      ))}
      {outline.status[at] === STATUS_ERROR && (
        <i className={styles['tick']} style={place(start + duration, 0)} />
      )}
    </span>
  );
}
