import { memo, type ReactElement } from 'react';
import { type Outline, STATUS_ERROR } from '../outline/outline.js';
import type { TreeShape } from '../outline/tree-shape.js';
import { writeDuration, writeExactDuration } from '../parts/format-duration.js';
import { writeCount } from '../parts/format-number.js';
import { colourOfService } from '../theme/service-colour.js';
import styles from './trace.module.css';

/** Deeper levels are not indented further. */
const MAX_INDENT = 12;
const INDENT_PX = 14;

interface WaterfallRowProps {
  readonly outline: Outline;
  readonly shape: TreeShape;
  readonly at: number;
  readonly index: number;
  readonly top: number;
  /** The time that the lane shows, in ns. */
  readonly length: number;
  readonly isSelected: boolean;
  readonly isFolded: boolean;
  readonly onSelect: (at: number) => void;
  readonly onFold: (at: number) => void;
}

/** One span of the waterfall. */
export const WaterfallRow = memo(function WaterfallRow(props: WaterfallRowProps): ReactElement {
  const { outline, shape, at, index, top, isSelected, isFolded, onSelect } = props;
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
      <Lane outline={outline} at={at} length={props.length} hasChildren={hasChildren} />
    </div>
  );
});

function Label(props: WaterfallRowProps & { readonly hasChildren: boolean }): ReactElement {
  const { outline, shape, at, isFolded, hasChildren, onFold } = props;
  const { texts, name, service, type, tokensAll, duration } = outline;
  const isFailed = outline.status[at] === STATUS_ERROR;
  const indent = Math.min(MAX_INDENT, shape.level[at] ?? 0) * INDENT_PX;
  const tokens = tokensAll[at] ?? 0;
  const ns = BigInt(Math.round(duration[at] ?? 0));
  return (
    <span className={styles['label']} role="gridcell" style={{ paddingLeft: indent }}>
      <span className={styles['fold']} aria-hidden="true" onMouseDown={() => onFold(at)}>
        {hasChildren ? (isFolded ? '▶' : '▼') : ''}
      </span>
      <span
        className={styles['swatch']}
        style={{ background: colourOfService(texts[service[at] ?? -1]) }}
      />
      <b className={`cut ${isFailed ? 'bad' : ''}`}>{texts[name[at] ?? -1]}</b>
      <span className={styles['type']}>{noteOf(outline, at)}</span>
      {isFailed && <span className="unseen">failed</span>}
      <span className={styles['tokens']}>{tokens > 0 ? writeCount(tokens) : ''}</span>
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
  readonly outline: Outline;
  readonly at: number;
  readonly length: number;
  readonly hasChildren: boolean;
}

function Lane({ outline, at, length, hasChildren }: LaneProps): ReactElement {
  const percent = (ns: number) => `${(100 * ns) / Math.max(1, length)}%`;
  const start = outline.start[at] ?? 0;
  const duration = outline.duration[at] ?? 0;
  const colour = colourOfService(outline.texts[outline.service[at] ?? -1]);
  return (
    <span className={styles['lane']} role="gridcell">
      <i
        className={hasChildren ? styles['parent'] : ''}
        style={{ left: percent(start), width: percent(duration), ['--c' as never]: colour }}
      />
      {outline.status[at] === STATUS_ERROR && (
        <i className={styles['tick']} style={{ left: percent(start + duration) }} />
      )}
    </span>
  );
}
