import { type ReactElement, useEffect, useMemo } from 'react';
import { writeCount } from '../../parts/values/format-number.js';
import { useSearchParameters } from '../../url/use-search.js';
import { FindBox } from '../find/find-box.js';
import { useFind } from '../find/use-find.js';
import type { Outline } from '../outline/outline.js';
import type { RowTree } from '../outline/tree-shape.js';
import styles from '../trace.module.css';
import type { TraceViewProps } from '../trace-view-props.js';
import { useRowTree, useTraceModel } from '../use-trace-model.js';
import { FoldAll } from './fold-all.js';
import { Minimap } from './minimap.js';
import { numberOfRow, readRows, rowOfNumber, spanIdOfRow, writeRow } from './row-keys.js';
import { SpanRows } from './span-rows.js';
import { TimeLine } from './time-line.js';
import type { TreeChange } from './tree-keys.js';
import { useFolding } from './use-folding.js';
import { useZoom } from './use-zoom.js';
import { WaterfallTools } from './waterfall-tools.js';

/** Spans of a trace as a tree, with a bar for the time of each span. */
export function Waterfall({ outline, selected, onSelect }: TraceViewProps): ReactElement {
  const [{ path, key, q = '', only, s }, change] = useSearchParameters();
  const model = useTraceModel(outline, path !== undefined);
  const found = useFind(outline, q);
  const onlyMatches = only !== undefined && q !== '' ? found.matches : undefined;
  const tree = useRowTree(outline, { isKeyOnly: key !== undefined, onlyMatches, selected });
  const [zoom, setZoom] = useZoom(model, selected);
  const row = useSelectedRow(tree, { outline, selected, s });
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
        <Hidden count={hidden} onShow={() => change({ key: undefined, only: undefined })} />
      )}
    </section>
  );
}

interface Selection {
  readonly outline: Outline;
  readonly selected: number;
  readonly s: string | undefined;
}

/** Returns the row that the address selects: a span or a group. */
function useSelectedRow(tree: RowTree, { outline, selected, s }: Selection): number {
  return useMemo(() => {
    const own = tree.rowOf[selected] ?? -1;
    if (s === undefined || s === spanIdOfRow(s)) {
      return Math.max(0, own);
    }
    const [number = -1] = readRows(outline, s);
    const row = number < 0 ? -1 : rowOfNumber(tree, number);
    return row < 0 ? Math.max(0, own) : row;
  }, [tree, outline, selected, s]);
}

interface HiddenProps {
  readonly count: number;
  readonly onShow: () => void;
}

function Hidden({ count, onShow }: HiddenProps): ReactElement {
  return (
    <p className={styles['hidden']}>
      {writeCount(count)} {count === 1 ? 'span is' : 'spans are'} hidden{' '}
      <button type="button" className="button plain" onClick={onShow}>
        Show all
      </button>
    </p>
  );
}
