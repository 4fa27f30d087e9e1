import { memo, type ReactElement } from 'react';
import { type Outline, STATUS_ERROR } from '../outline/outline.js';
import type { TreeShape } from '../outline/tree-shape.js';
import { writeDuration, writeExactDuration } from '../parts/format-duration.js';
import { writeCount } from '../parts/format-number.js';
import { colourOfService } from '../theme/service-colour.js';
import type { Zoom } from '../url/zoom-text.js';
import styles from './trace.module.css';
import type { TraceModel } from './trace-view-model.js';

/** Deeper levels are not indented further. */
const MAX_INDENT = 12;
const INDENT_PX = 14;

interface WaterfallRowProps {
  readonly model: TraceModel;
  readonly shape: TreeShape;
  readonly zoom: Zoom;
  readonly at: number;
  readonly index: number;
  readonly top: number;
  readonly isSelected: boolean;
  readonly isFolded: boolean;
  /** Whether the search finds the span. */
  readonly isMatch: boolean;
  readonly onSelect: (at: number) => void;
  readonly onFold: (at: number) => void;
}

/** One span of the waterfall. */
export const WaterfallRow = memo(function WaterfallRow(props: WaterfallRowProps): ReactElement {
  const { model, shape, zoom, at, index, top, isSelected, isFolded, onSelect } = props;
  const hasChildren = (shape.end[at] ?? 0) > at + 1;
  return (
    <div
      className={`${styles['span']} ${isSelected ? styles['selected'] : ''}`}
      style={{ transform: `translateY(${top}px)` }}
      role="row"
      tabIndex={isSelected ? 0 : -1}
      aria-rowindex={index + 1}
      aria-level={(shape.level[at] ?? 0) + 1}
      aria-setsize={shape.siblings[at]}
      aria-posinset={shape.place[at]}
      aria-selected={isSelected}
      {...(hasChildren && { 'aria-expanded': !isFolded })}
      onFocus={() => isSelected || onSelect(at)}
    >
      <Label {...props} hasChildren={hasChildren} />
      <Lane model={model} zoom={zoom} at={at} hasChildren={hasChildren} />
    </div>
  );
});

function Label(props: WaterfallRowProps & { readonly hasChildren: boolean }): ReactElement {
  const { model, shape, at, isFolded, isMatch, hasChildren, onFold } = props;
  const { outline } = model;
  const { texts, name, service, type, tokensAll, duration } = outline;
  const isFailed = outline.status[at] === STATUS_ERROR;
  const nameStyle = ['cut', isFailed && 'bad', isMatch && styles['match']].filter(Boolean);
  const indent = Math.min(MAX_INDENT, shape.level[at] ?? 0) * INDENT_PX;
  const tokens = tokensAll[at] ?? 0;
  const ns = BigInt(Math.round(duration[at] ?? 0));
  return (
    <span className={styles['label']} role="gridcell" style={{ paddingLeft: indent }}>
      <span className={styles['fold']} aria-hidden="true" onMouseDown={() => onFold(at)}>
        {hasChildren && (isFolded ? '▶' : '▼')}
      </span>
      <span
        className={styles['swatch']}
        style={{ background: colourOfService(texts[service[at] ?? -1]) }}
      />
      <b className={nameStyle.join(' ')}>{texts[name[at] ?? -1]}</b>
      <span className={styles['type']}>{noteOf(outline, at)}</span>
      {isFailed && <span className="unseen">failed</span>}
      <span className={styles['tokens']}>{tokens > 0 && writeCount(tokens)}</span>
      <span className={styles['duration']} title={writeExactDuration(ns)}>
        {writeDuration(ns)}
      </span>
      <span className="unseen">{texts[type[at] ?? -1]}</span>
    </span>
  );
}

/** Returns the type of a span, or what is wrong with its place in the tree. */
function noteOf({ texts, type, orphans, cycles }: Outline, at: number): string {
  if (orphans.has(at)) {
    return 'parent not stored';
  }
  if (cycles.has(at)) {
    return 'on a cycle of parents';
  }
  const text = texts[type[at] ?? -1] ?? '';
  return text === 'undefined' ? '' : text;
}

interface LaneProps {
  readonly model: TraceModel;
  readonly zoom: Zoom;
  readonly at: number;
  readonly hasChildren: boolean;
}

/** The time of a span: all of it, the part that it spent itself, and its sections of the critical path. */
function Lane({ model, zoom, at, hasChildren }: LaneProps): ReactElement {
  const { outline, self, path } = model;
  const shownNs = Math.max(1, zoom.to - zoom.from);
  const place = (from: number, ns: number) => ({
    left: `${(100 * (from - zoom.from)) / shownNs}%`,
    width: `${(100 * ns) / shownNs}%`,
    ['--c' as never]: colourOfService(outline.texts[outline.service[at] ?? -1]),
  });
  const start = outline.start[at] ?? 0;
  const duration = outline.duration[at] ?? 0;
  const ownTime = self[at] ?? 0;
  const own = `${writeDuration(BigInt(Math.round(ownTime)))} in the span itself`;
  return (
    <span className={styles['lane']} role="gridcell" title={own}>
      <i className={hasChildren ? styles['parent'] : ''} style={place(start, duration)} />
      {hasChildren && ownTime > 0 && <i style={place(start, ownTime)} />}
      {path?.get(at)?.map(({ from, to }) => (
        <i key={from} className={styles['path']} style={place(from, to - from)} />
      ))}
      {outline.status[at] === STATUS_ERROR && (
        <i className={styles['tick']} style={place(start + duration, 0)} />
      )}
    </span>
  );
}
