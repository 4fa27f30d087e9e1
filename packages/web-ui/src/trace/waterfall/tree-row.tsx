import { memo, type ReactElement } from 'react';
import type { Zoom } from '../../url/zoom-text.js';
import { rowKinds } from '../outline/row-tree.js';
import type { RowTree } from '../outline/tree-shape.js';
import type { TraceModel } from '../use-trace-model.js';
import { GroupLane, MissingLabel, RepeatsLabel } from './group-cells.js';
import styles from './rows.module.css';
import { SpanLabel } from './span-label.js';
import { SpanLane } from './span-lane.js';

/** Maximum level of indentation. */
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
  /** Times of the span's events, in ns from the start of the trace. */
  readonly events: readonly number[] | undefined;
  readonly onSelect: (row: number) => void;
  readonly onFold: (row: number) => void;
}

/** Row of the waterfall: a span, a group of siblings with the same name, or a parent that is not stored. */
export const TreeRow = memo(function TreeRow(props: TreeRowProps): ReactElement {
  const { tree, row, index, top, isSelected, isFolded, onSelect, onFold } = props;
  const { shape } = tree;
  const hasChildren = (shape.end[row] ?? 0) > row + 1;
  const level = shape.level[row] ?? 0;
  return (
    <div
      className={`${styles['span']} ${isSelected ? styles['selected'] : ''}`}
      style={{ transform: `translateY(${top}px)` }}
      role="row"
      tabIndex={isSelected ? 0 : -1}
      aria-rowindex={index + 1}
      aria-level={level + 1}
      aria-setsize={shape.siblings[row]}
      aria-posinset={shape.place[row]}
      aria-selected={isSelected}
      {...(hasChildren && { 'aria-expanded': !isFolded })}
      onFocus={() => isSelected || onSelect(row)}
    >
      <span
        className={styles['label']}
        role="gridcell"
        style={{ ['--indent' as never]: `${Math.min(MAX_INDENT, level) * INDENT_PX}px` }}
      >
        <span className={styles['fold']} aria-hidden="true" onMouseDown={() => onFold(row)}>
          {hasChildren && <i className={isFolded ? styles['folded'] : ''} />}
        </span>
        <Label model={props.model} tree={tree} row={row} isMatch={props.isMatch} />
      </span>
      <Lane {...props} />
    </div>
  );
});

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

function Lane({ model, tree, zoom, row, events }: TreeRowProps): ReactElement {
  const at = tree.span[row] ?? 0;
  const hasChildren = (tree.shape.end[row] ?? 0) > row + 1;
  return tree.kind[row] === rowKinds.span ? (
    <SpanLane model={model} zoom={zoom} at={at} hasChildren={hasChildren} events={events} />
  ) : (
    <GroupLane model={model} tree={tree} zoom={zoom} row={row} />
  );
}
