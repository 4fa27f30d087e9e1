import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import type { ShownTree } from '../outline/shown-spans.js';
import { visibleRows } from '../outline/tree-shape.js';
import type { Zoom } from '../url/zoom-text.js';
import { toggleFold } from './folded-spans.js';
import styles from './trace.module.css';
import type { TraceModel } from './trace-view-model.js';
import { nextSelection } from './tree-keys.js';
import { WaterfallRow } from './waterfall-row.js';

const ROW_HEIGHT = 24;
const OVERSCAN = 12;

interface SpanRowsProps {
  readonly model: TraceModel;
  readonly tree: ShownTree;
  readonly zoom: Zoom;
  /** The spans that the search finds. */
  readonly matches: ReadonlySet<number>;
  readonly selected: number;
  readonly folded: ReadonlySet<number>;
  readonly onSelect: (at: number) => void;
  readonly onFolded: (folded: ReadonlySet<number>) => void;
}

/** The rows of the waterfall, of which only the visible ones are in the document. */
export function SpanRows(props: SpanRowsProps): ReactElement {
  const { model, tree, zoom, matches, selected, folded, onSelect, onFolded } = props;
  const { shape, parent, isShown } = tree;
  const rows = useMemo(
    () => visibleRows(shape, folded, (at) => isShown[at] === 1),
    [shape, isShown, folded],
  );
  const room = useRef<HTMLDivElement>(null);
  const list = useRows(room, rows, selected);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextSelection(event, { shape, parent, rows, selected, folded });
    if (next !== undefined) {
      event.preventDefault();
      onFolded(next.folded);
      onSelect(next.selected);
    }
  };
  return (
    <div
      ref={room}
      className={styles['tree']}
      role="treegrid"
      aria-label="Waterfall"
      aria-rowcount={rows.length}
      onKeyDown={onKeyDown}
    >
      <div className={styles['rows']} role="rowgroup" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, start }) => {
          const at = rows[index] ?? 0;
          return (
            <WaterfallRow
              key={model.outline.spanIds[at]}
              model={model}
              shape={shape}
              zoom={zoom}
              at={at}
              index={index}
              top={start}
              isSelected={at === selected}
              isFolded={folded.has(at)}
              isMatch={matches.has(at)}
              onSelect={onSelect}
              onFold={(toggled) => onFolded(toggleFold(folded, toggled))}
            />
          );
        })}
      </div>
    </div>
  );
}

function useRows(room: RefObject<HTMLDivElement | null>, rows: Int32Array, selected: number) {
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => room.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
  });
  const row = rows.indexOf(selected);
  useEffect(() => {
    if (row >= 0) {
      list.scrollToIndex(row);
    }
  }, [list, row]);
  return list;
}
