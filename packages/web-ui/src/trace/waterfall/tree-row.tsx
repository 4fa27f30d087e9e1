import { numberAt } from '@spanhouse/trace-insight/timed-tree';
import { memo, type ReactElement } from 'react';
import { colourOfService } from '../../parts/theme/service-colour.js';
import {
  MarkedText,
  writeCount,
  writeDuration,
  writeExactDuration,
} from '../../parts/values/write-value.js';
import type { Zoom } from '../../url/zoom-text.js';
import { type RowTree, STATUS_ERROR } from '../outline/outline.js';
import { rowKinds } from '../outline/row-tree.js';
import { sectionsOf } from '../trace-path.js';
import type { TraceModel } from '../use-trace-model.js';
import styles from './rows.module.css';
import { SpanLabel } from './span-label.js';
import { toAxisNs } from './time-axis.js';

/** Maximum number of levels that are indented. */
const MAX_INDENT = 12;
const INDENT_PX = 14;

interface TreeRowProps {
  readonly model: TraceModel;
  readonly tree: RowTree;
  readonly zoom: Zoom;
  readonly row: number;
  readonly index: number;
  readonly top: number;
  readonly isSelected: boolean;
  readonly isFolded: boolean;
  /** True if the span matches the search. */
  readonly isMatch: boolean;
  /** Times of the span's events in ns, relative to the start of the trace. */
  readonly events: readonly number[] | undefined;
  readonly onSelect: (row: number) => void;
  readonly onFold: (row: number) => void;
}

/**
 * Row of the waterfall. It shows a span, a group of siblings with the same name, or the id of a parent that is not
 * stored.
 */
export const TreeRow = memo(function TreeRow(props: TreeRowProps): ReactElement {
  const { tree, row, index, top, isSelected, isFolded, onSelect, onFold } = props;
  const { shape } = tree;
  const isParent = hasChildren(tree, row);
  const level = shape.level[row] ?? 0;
  return (
    <div
      className={styles['span']}
      style={{ transform: `translateY(${top}px)` }}
      role="row"
      tabIndex={isSelected ? 0 : -1}
      aria-rowindex={index + 1}
      aria-level={level + 1}
      aria-setsize={shape.siblings[row]}
      aria-posinset={shape.position[row]}
      aria-selected={isSelected}
      {...(isParent && { 'aria-expanded': !isFolded })}
      onFocus={() => isSelected || onSelect(row)}
    >
      <span
        className={styles['label']}
        role="gridcell"
        style={{ ['--indent' as never]: `${Math.min(MAX_INDENT, level) * INDENT_PX}px` }}
      >
        <span className={styles['fold']} aria-hidden="true" onMouseDown={() => onFold(row)}>
          {isParent && <i className={isFolded ? styles['folded'] : ''} />}
        </span>
        <Label model={props.model} tree={tree} row={row} isMatch={props.isMatch} />
      </span>
      <Lane {...props} />
    </div>
  );
});

function hasChildren({ shape: { end } }: RowTree, row: number): boolean {
  return (end[row] ?? 0) > row + 1;
}

type LabelProps = Pick<TreeRowProps, 'model' | 'tree' | 'row' | 'isMatch'>;

/** Label of a row. It is memoised, so that zooming does not render it again. */
const Label = memo(function Label({ model, tree, row, isMatch }: LabelProps): ReactElement {
  const at = tree.span[row] ?? 0;
  switch (tree.kind[row]) {
    case rowKinds.repeats:
      return <RepeatsLabel model={model} tree={tree} row={row} />;
    case rowKinds.missing:
      return <MissingLabel parentId={model.outline.orphans.get(at) ?? ''} />;
    default:
      return <SpanLabel model={model} at={at} isMatch={isMatch} />;
  }
});

function Lane(props: TreeRowProps): ReactElement {
  const isSpan = props.tree.kind[props.row] === rowKinds.span;
  return isSpan ? <SpanLane {...props} /> : <GroupLane {...props} />;
}

/** Shows the number of siblings with the same name, and their durations. */
function RepeatsLabel({ model, tree, row }: Omit<LabelProps, 'isMatch'>): ReactElement {
  const { texts, name, service } = model.outline;
  const at = tree.span[row] ?? 0;
  const { spans, sum, p50, p95 } = tree.repeats.get(row) ?? { spans: [], sum: 0, p50: 0, p95: 0 };
  return (
    <>
      <span className="swatch" style={{ background: colourOfService(texts[service[at] ?? -1]) }} />
      <b className="cut">
        <MarkedText text={texts[name[at] ?? -1] ?? ''} />
      </b>
      <span className={styles['times']}>× {writeCount(spans.length)}</span>
      <span className={`wide ${styles['percentiles']}`} title="Percentiles of their durations">
        p50 {writeDuration(p50)} · p95 {writeDuration(p95)}
      </span>
      <span className={styles['duration']} title={`${writeExactDuration(sum)} together`}>
        Σ {writeDuration(sum)}
      </span>
    </>
  );
}

/** Shows the id of a parent that is not stored. */
function MissingLabel({ parentId }: { readonly parentId: string }): ReactElement {
  return (
    <>
      <span className={styles['absent']} aria-hidden="true" />
      <i className="quiet">parent not stored</i>
      <span className="mono faint cut">
        <MarkedText text={parentId} />
      </span>
    </>
  );
}

/** Bar that extends from the earliest start to the latest end of all spans below a row. */
function GroupLane({ model, tree, row, zoom }: TreeRowProps): ReactElement {
  const { outline, spans } = model;
  const first = tree.span[row] ?? 0;
  const last = tree.span[(tree.shape.end[row] ?? row + 1) - 1] ?? first;
  let from = Number.POSITIVE_INFINITY;
  let to = 0;
  for (let at = first; at <= last; at++) {
    const start = spans.start[at] ?? 0;
    from = Math.min(from, start);
    to = Math.max(to, start + (spans.duration[at] ?? 0));
  }
  const colour = { ['--c' as never]: colourOfService(outline.texts[outline.service[first] ?? -1]) };
  return (
    <span className={styles['lane']} role="gridcell" style={colour}>
      <i className={styles['group']} style={stretch(zoom, from, to - from)} />
    </span>
  );
}

/** Returns the style that positions an interval in a lane. `start` and `length` are in ns on the axis. */
function stretch({ from, to }: Zoom, start: number, length: number) {
  const shown = Math.max(1, to - from);
  return {
    left: `${(100 * (start - from)) / shown}%`,
    width: `${(100 * length) / shown}%`,
  };
}

/**
 * Bar for a span. Parts during which children run are lighter. Ticks mark events, and a line below the bar marks the
 * critical path.
 */
function SpanLane({ model, tree, zoom, row, events }: TreeRowProps): ReactElement {
  const at = tree.span[row] ?? 0;
  const isParent = hasChildren(tree, row);
  const { outline, axis, spans, path } = model;
  const start = numberAt(spans.start, at);
  const duration = numberAt(spans.duration, at);
  const selfTime = numberAt(outline.self, at);
  const self = isParent ? duration * (selfTime / Math.max(1, outline.duration[at] ?? 0)) : 0;
  const stretched = (from: number, length: number) => stretch(zoom, from, length);
  const between = (from: number, to: number) => {
    const first = toAxisNs(axis, from);
    return stretched(first, toAxisNs(axis, to) - first);
  };
  const title = `${writeDuration(outline.duration[at] ?? 0)} from ${writeDuration(outline.start[at] ?? 0)} on, ${writeDuration(selfTime)} in the span itself`;
  return (
    <span
      className={styles['lane']}
      role="gridcell"
      title={title}
      style={{ ['--c' as never]: colourOfService(outline.texts[outline.service[at] ?? -1]) }}
    >
      <i className={isParent ? styles['parent'] : ''} style={stretched(start, duration)} />
      {self > 0 && <i style={stretched(start, self)} />}
      {path !== undefined &&
        sectionsOf(path, at).map(({ from, to }) => (
          <i key={from} className={styles['path']} style={between(from, to)} />
        ))}
      {events?.map((ns, number) => (
        <i key={number} className={styles['event']} style={between(ns, ns)} />
      ))}
      {outline.status[at] === STATUS_ERROR && (
        <i className={styles['tick']} style={stretched(start + duration, 0)} />
      )}
    </span>
  );
}
