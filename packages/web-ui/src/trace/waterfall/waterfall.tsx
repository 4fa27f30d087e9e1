import { type ReactElement, useEffect, useMemo } from 'react';
import { Button } from '../../parts/button.js';
import { usePageKeys } from '../../parts/keys/page-keys.js';
import { copyText } from '../../parts/values/copy-text.js';
import { pointedValue } from '../../parts/values/shown-value.js';
import { writeCount, writeDuration } from '../../parts/values/write-value.js';
import { useSearchParameters } from '../../url/use-search.js';
import { FindBox } from '../find/find-box.js';
import { useFind } from '../find/use-find.js';
import { type Outline, type RowTree, STATUS_ERROR, spanIdAt } from '../outline/outline.js';
import styles from '../trace.module.css';
import type { TraceViewProps } from '../trace-view-props.js';
import { type TraceModel, useRowTree, useTraceModel } from '../use-trace-model.js';
import { Minimap } from './minimap.js';
import {
  numberOfRow,
  readRows,
  rowOfNumber,
  spanIdOfRow,
  useFolding,
  writeRow,
} from './row-keys.js';
import { SpanRows } from './span-rows.js';
import { useZoom } from './time-axis.js';
import { TimeLine } from './time-line.js';
import { foldWhole, type TreeChange } from './tree-keys.js';

/** Shows the spans of a trace as a tree, with a time bar next to each span. */
export function Waterfall({ outline, selected, onSelect }: TraceViewProps): ReactElement {
  const [{ path, key, q = '', only, s }, change] = useSearchParameters();
  const model = useTraceModel(outline, path !== undefined);
  const found = useFind(outline, q);
  const onlyMatches = only !== undefined && q !== '' ? found.matches : undefined;
  const tree = useRowTree(outline, { isKeyOnly: key !== undefined, onlyMatches, selected });
  const [zoom, setZoom] = useZoom(model, selected);
  // The selection in the address is either a span or a group.
  const row = useMemo(() => {
    const [number] = s === undefined || s === spanIdOfRow(s) ? [] : readRows(outline, s);
    const group = number === undefined ? -1 : rowOfNumber(tree, number);
    return group < 0 ? Math.max(0, tree.rowOf[selected] ?? -1) : group;
  }, [tree, outline, selected, s]);
  const { folded, setFolded, reveal } = useFolding(outline, tree);
  useEffect(() => reveal(row), [row]);
  const matches = useMemo(() => new Set(found.matches), [found]);
  const selectRow = (next: number) => change({ s: writeRow(outline, numberOfRow(tree, next)) });
  const fold = (next: TreeChange) => {
    setFolded(next.folded);
    if (next.selected !== row) {
      selectRow(next.selected);
    }
  };
  const hidden = outline.count - tree.spans;
  return (
    <section className={styles['waterfall']}>
      <div className={styles['tools']}>
        <FindBox found={found} selected={selected} onReveal={onSelect} />
        <WaterfallTools model={model} selected={selected} onReveal={onSelect} />
        <FoldAll tree={tree} selected={row} folded={folded} onChange={fold} />
      </div>
      <Minimap model={model} zoom={zoom} onZoom={setZoom} />
      <TimeLine axis={model.axis} zoom={zoom} />
      <SpanRows
        model={model}
        tree={tree}
        zoom={zoom}
        matches={matches}
        selected={row}
        folded={folded}
        onSelect={selectRow}
        onFolded={setFolded}
      />
      {hidden > 0 && (
        <p className={styles['hidden']}>
          {writeCount(hidden)} {hidden === 1 ? 'span is' : 'spans are'} hidden{' '}
          <Button isPlain onClick={() => change({ key: undefined, only: undefined })}>
            Show all
          </Button>
        </p>
      )}
    </section>
  );
}

interface WaterfallToolsProps {
  readonly model: TraceModel;
  readonly selected: number;
  /** Selects a span and unfolds its ancestors. */
  readonly onReveal: (at: number) => void;
}

/** Toolbar of the waterfall. Its buttons include those for the critical path and the next failure. */
function WaterfallTools(props: WaterfallToolsProps): ReactElement {
  const { model, selected, onReveal } = props;
  const { outline, idle } = model;
  const [{ path, key, gaps }, change] = useSearchParameters();
  const failure = nextFailure(outline, selected);
  const position = useMemo(() => failurePosition(outline, selected), [outline, selected]);
  const isPathShown = path !== undefined;
  const isKeyOnly = key !== undefined;
  const togglePath = () => change({ path: isPathShown ? undefined : '1' });
  const toggleKey = () => change({ key: isKeyOnly ? undefined : '1' });
  const goToFailure = () => failure !== undefined && onReveal(failure);
  // If the pointer is on a value, the key copies this value, not the span id.
  const copy = () => void copyText(pointedValue()?.text ?? spanIdAt(outline, selected) ?? '');
  usePageKeys('Trace', [
    { key: 'p', meaning: 'Mark the critical path', act: togglePath },
    { key: 'o', meaning: 'Show only key spans', act: toggleKey },
    { key: 'x', meaning: 'Go to the next failed span', act: goToFailure },
    { key: 'y', meaning: 'Copy the id of the span', act: copy },
    { key: 'd', meaning: 'Go to the detail of the span', act: focusDetail },
  ]);
  return (
    <>
      <Button
        isPlain
        aria-pressed={isKeyOnly}
        title="Roots, failures, and the spans of agents, tools and models"
        onClick={toggleKey}
      >
        Key spans <kbd>o</kbd>
      </Button>
      <Button
        isPlain
        aria-pressed={isPathShown}
        title="The spans that the end of the trace waited for"
        onClick={togglePath}
      >
        Critical path <kbd>p</kbd>
      </Button>
      {(idle !== undefined || gaps !== undefined) && (
        <Button
          isPlain
          aria-pressed={gaps !== undefined}
          title="Stretches above 5 % of the trace in which no span runs"
          onClick={() => change({ gaps: gaps === undefined ? '1' : undefined })}
        >
          Fold idle time {idle !== undefined && `(${writeDuration(idle)})`}
        </Button>
      )}
      {failure !== undefined && (
        <Button isPlain onClick={goToFailure}>
          {position} <kbd>x</kbd>
        </Button>
      )}
    </>
  );
}

/** Moves the focus to the selected tab of the span detail. */
function focusDetail(): void {
  document
    .querySelector<HTMLElement>('[aria-label="Span"] [role=tab][aria-selected=true]')
    ?.focus();
}

interface FoldAllProps {
  readonly tree: RowTree;
  readonly selected: number;
  readonly folded: ReadonlySet<number>;
  readonly onChange: (change: TreeChange) => void;
}

/**
 * Button that folds all rows of a waterfall. If some rows are already folded, the button unfolds all rows instead. To
 * fold parts of the tree, the user presses keys.
 */
export function FoldAll({ tree, selected, folded, onChange }: FoldAllProps): ReactElement | null {
  if (tree.count < 2) {
    return null;
  }
  const repeats = new Set(tree.repeats.keys());
  const isFolded = [...folded].some((row) => !repeats.has(row));
  const change = () =>
    onChange(isFolded ? { selected, folded: repeats } : foldWhole({ ...tree, selected }));
  return (
    <Button isPlain className={styles['foldAll']} onClick={change}>
      {isFolded ? 'Unfold all' : 'Fold all'}
    </Button>
  );
}

/**
 * Returns the position of the next failed span. If there is no next one, returns the position of the first. Returns
 * undefined if no span failed.
 */
export function nextFailure(
  { status }: Pick<Outline, 'status'>,
  after: number,
): number | undefined {
  const next = status.indexOf(STATUS_ERROR, after + 1);
  const found = next < 0 ? status.indexOf(STATUS_ERROR) : next;
  return found < 0 ? undefined : found;
}

/**
 * Returns the label of the button for the next failure: `Error 1 of 3` if the selected span failed, otherwise `Next of
 * 3 errors`.
 */
export function failurePosition({ status }: Pick<Outline, 'status'>, selected: number): string {
  let [count, position] = [0, 0];
  for (let at = 0; at < status.length; at++) {
    if (status[at] === STATUS_ERROR) {
      count += 1;
      position = at === selected ? count : position;
    }
  }
  if (position > 0) {
    return `Error ${position} of ${count}`;
  }
  return count === 1 ? 'Next error' : `Next of ${count} errors`;
}
