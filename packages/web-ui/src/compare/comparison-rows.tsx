import { type KeyboardEvent, type MouseEvent, type ReactElement, useMemo } from 'react';
import { colourOfService } from '../parts/theme/service-colour.js';
import { MarkedText, writeDuration, writeExactDuration } from '../parts/values/write-value.js';
import { type Outline, STATUS_ERROR } from '../trace/outline/outline.js';
import { toggleFold } from '../trace/waterfall/row-keys.js';
import { useTreeRows } from '../trace/waterfall/use-tree-rows.js';
import { type Comparison, changeOfRow, isDifferent, keyOfRow, spansOfRow } from './comparison.js';
import styles from './comparison-rows.module.css';
import {
  writeCostChange,
  writeCountChange,
  writeDurationChange,
  writeExactDurationChange,
  writePercentChange,
} from './write-change.js';

/** Height of the header in px. */
const HEAD_HEIGHT = 23;

interface ComparisonRowsProps {
  readonly comparison: Comparison;
  /** Indexes of the visible rows, in display order. */
  readonly rows: Int32Array;
  /** True for a tree; false for a flat list. */
  readonly isTree: boolean;
  /** True if the details of a pair are open next to the rows. */
  readonly isNarrow: boolean;
  readonly selected: number;
  readonly folded: ReadonlySet<number>;
  readonly onSelect: (row: number) => void;
  readonly onOpen: (row: number) => void;
  readonly onFolded: (folded: ReadonlySet<number>) => void;
}

/** The spans of two traces side by side. Only rows in the viewport are in the document. */
export function ComparisonRows(props: ComparisonRowsProps): ReactElement {
  const { comparison, rows, isTree, isNarrow, selected, folded, onSelect, onOpen, onFolded } =
    props;
  const { shape, rows: all } = comparison;
  const flat = useMemo(() => ({ end: all.parent.map((_, row) => row + 1) }), [all]);
  const { room, height, shown, press } = useTreeRows({
    view: { shape: isTree ? shape : flat, parent: all.parent, rows, selected, folded },
    head: HEAD_HEIGHT,
    onSelect,
    onFolded,
  });
  const onKeyDown = (event: KeyboardEvent) => press(event) && event.preventDefault();
  return (
    <div
      ref={room}
      className={`${styles['tree']} ${isNarrow ? styles['narrow'] : ''}`}
      role="treegrid"
      aria-label="Comparison"
      aria-rowcount={rows.length + 1}
      aria-colcount={3}
      onKeyDown={onKeyDown}
    >
      <div className={styles['columns']} role="row" aria-rowindex={1}>
        <span role="columnheader">A</span>
        <span role="columnheader">B</span>
        <span role="columnheader">Difference</span>
      </div>
      <div className={styles['rows']} role="rowgroup" style={{ height }}>
        {shown.map(({ row, index, top }) => (
          <ComparisonRow
            key={keyOfRow(comparison, row)}
            comparison={comparison}
            row={row}
            index={index}
            top={top}
            isTree={isTree}
            isSelected={row === selected}
            isFolded={isTree && folded.has(row)}
            onSelect={onSelect}
            onOpen={onOpen}
            onFold={() => onFolded(toggleFold(folded, row))}
          />
        ))}
      </div>
    </div>
  );
}

/** Maximum number of levels by which a row is indented. */
const MAX_INDENT = 12;
const INDENT_PX = 14;

interface ComparisonRowProps {
  readonly comparison: Comparison;
  readonly row: number;
  readonly index: number;
  readonly top: number;
  readonly isTree: boolean;
  readonly isSelected: boolean;
  readonly isFolded: boolean;
  readonly onSelect: (row: number) => void;
  readonly onOpen: (row: number) => void;
  readonly onFold: () => void;
}

/** A row with a span of trace A or trace B, or with a span of each and their difference. */
function ComparisonRow(props: ComparisonRowProps): ReactElement {
  const { comparison, row, index, top, isTree, isSelected, isFolded } = props;
  const { onSelect, onOpen, onFold } = props;
  const { shape, a, b } = comparison;
  const [inA, inB] = spansOfRow(comparison, row);
  const hasChildren = isTree && (shape.end[row] ?? 0) > row + 1;
  const level = isTree ? (shape.level[row] ?? 0) : 0;
  const indent = Math.min(MAX_INDENT, level) * INDENT_PX;
  const fold = hasChildren ? { isFolded, onFold } : undefined;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter opens the selected row regardless of the focus; see usePageKeys.
    <div
      className={styles['row']}
      style={{ transform: `translateY(${top}px)` }}
      role="row"
      tabIndex={isSelected ? 0 : -1}
      aria-rowindex={index + 2}
      aria-level={level + 1}
      aria-selected={isSelected}
      {...(isTree && { 'aria-setsize': shape.siblings[row], 'aria-posinset': shape.position[row] })}
      {...(hasChildren && { 'aria-expanded': !isFolded })}
      onFocus={() => isSelected || onSelect(row)}
      onClick={() => onOpen(row)}
    >
      <SpanCell side="a" outline={a} at={inA} indent={indent} fold={fold} />
      <SpanCell side="b" outline={b} at={inB} indent={indent} />
      <ChangeCell comparison={comparison} row={row} />
    </div>
  );
}

interface SpanCellProps {
  readonly side: 'a' | 'b';
  readonly outline: Outline;
  /** Index of the span; -1 if the trace lacks the span. */
  readonly at: number;
  readonly indent: number;
  /** Folded state of the row's children, and the function that toggles it; absent if the row has no children. */
  readonly fold?: { readonly isFolded: boolean; readonly onFold: () => void } | undefined;
}

function SpanCell({ side, outline, at, indent, fold }: SpanCellProps): ReactElement {
  const { texts, name, service, type, duration, status } = outline;
  const ns = duration[at] ?? 0;
  const isFailed = status[at] === STATUS_ERROR;
  const typeText = texts[type[at] ?? -1];
  return (
    <span
      className={styles['cell']}
      role="gridcell"
      tabIndex={-1}
      data-side={side}
      style={{ paddingLeft: indent }}
    >
      <Fold fold={fold} />
      {at < 0 ? (
        <span className="faint">–</span>
      ) : (
        <>
          <span
            className="swatch"
            style={{ background: colourOfService(texts[service[at] ?? -1]) }}
          />
          <b className={`cut ${isFailed ? 'bad' : ''}`} title={texts[name[at] ?? -1]}>
            <MarkedText text={texts[name[at] ?? -1] ?? ''} />
          </b>
          <span className={`fine wide ${styles['type']}`}>
            {typeText === 'undefined' ? '' : typeText}
          </span>
          {isFailed && <span className="unseen">failed</span>}
          <span className={`wide ${styles['duration']}`} title={writeExactDuration(ns)}>
            {writeDuration(ns)}
          </span>
        </>
      )}
    </span>
  );
}

/** Button that folds a row with the mouse. Assistive technology reads the folded state from the row itself. */
function Fold({ fold }: Pick<SpanCellProps, 'fold'>): ReactElement {
  const toggle = (event: MouseEvent) => {
    event.stopPropagation();
    fold?.onFold();
  };
  return (
    <span className={styles['fold']} aria-hidden="true" onClick={fold && toggle}>
      {fold !== undefined && (fold.isFolded ? '▶' : '▼')}
    </span>
  );
}

interface ChangeCellProps {
  readonly comparison: Comparison;
  readonly row: number;
}

function ChangeCell({ comparison, row }: ChangeCellProps): ReactElement {
  const { side, duration, tokens, cost, failed } = changeOfRow(comparison, row);
  if (side !== 'both') {
    return (
      <span className={styles['change']} role="gridcell">
        <span className="accent">only in {side === 'a' ? 'A' : 'B'}</span>
      </span>
    );
  }
  const [inA, inB] = spansOfRow(comparison, row);
  const { a, b } = comparison;
  const percent = writePercentChange(a.duration[inA] ?? 0, b.duration[inB] ?? 0);
  return (
    <span
      className={`${styles['change']} ${isDifferent(comparison, row) ? '' : 'faint'}`}
      role="gridcell"
    >
      <span title={writeExactDurationChange(duration)}>{writeDurationChange(duration)}</span>
      <span className={`wide ${styles['percent']}`}>{percent}</span>
      {failed.length === 1 && <span className="bad wide">failed in {failed[0]}</span>}
      {tokens !== 0 && (
        <span className={`quiet wide ${styles['more']}`}>{writeCountChange(tokens)} tokens</span>
      )}
      {cost !== 0 && (
        <span className={`quiet wide ${styles['more']}`} title={String(cost)}>
          {writeCostChange(cost)} USD
        </span>
      )}
    </span>
  );
}
