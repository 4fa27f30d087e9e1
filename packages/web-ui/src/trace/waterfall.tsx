import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import type { Outline } from '../outline/outline.js';
import { shapeOf, visibleRows } from '../outline/tree-shape.js';
import { writeDuration } from '../parts/format-duration.js';
import styles from './trace.module.css';
import { lengthOf } from './trace-header.js';
import { nextSelection } from './tree-keys.js';
import { WaterfallRow } from './waterfall-row.js';

const ROW_HEIGHT = 24;
const OVERSCAN = 12;
const TICKS = 5;

interface WaterfallProps {
  readonly outline: Outline;
  readonly selected: number;
  readonly onSelect: (at: number) => void;
}

/** The spans of a trace as a tree, with a bar for the time of each. */
export function Waterfall({ outline, selected, onSelect }: WaterfallProps): ReactElement {
  const shape = useMemo(() => shapeOf(outline), [outline]);
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  const rows = useMemo(() => visibleRows(shape, folded), [shape, folded]);
  const length = useMemo(() => lengthOf(outline), [outline]);
  const room = useRef<HTMLDivElement>(null);
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
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextSelection(event, { shape, parent: outline.parent, rows, selected, folded });
    if (next !== undefined) {
      event.preventDefault();
      setFolded(next.folded);
      onSelect(next.selected);
    }
  };
  return (
    <section className={styles['left']}>
      <Axis length={length} />
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
                key={outline.spanIds[at]}
                outline={outline}
                shape={shape}
                at={at}
                index={index}
                top={start}
                length={length}
                isSelected={at === selected}
                isFolded={folded.has(at)}
                onSelect={onSelect}
                onFold={(toggled) => setFolded(toggle(folded, toggled))}
              />
            );
          })}
        </div>
      </div>
    </section>
  );
}

function toggle(folded: ReadonlySet<number>, at: number): ReadonlySet<number> {
  const next = new Set(folded);
  if (!next.delete(at)) {
    next.add(at);
  }
  return next;
}

function Axis({ length }: { readonly length: number }): ReactElement {
  const ticks = Array.from({ length: TICKS }, (_, at) => (length * at) / TICKS);
  return (
    <div className={styles['axis']} aria-hidden="true">
      <span />
      <div>
        {ticks.map((ns, at) => (
          <span key={ns} style={{ left: `${(100 * at) / TICKS}%` }}>
            {at === 0 ? '0' : writeDuration(BigInt(Math.round(ns)))}
          </span>
        ))}
      </div>
    </div>
  );
}
