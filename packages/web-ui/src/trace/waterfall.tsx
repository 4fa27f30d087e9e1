import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import type { Outline } from '../outline/outline.js';
import { visibleRows } from '../outline/tree-shape.js';
import { writeDuration } from '../parts/format-duration.js';
import { useSearchParameters } from '../url/use-search.js';
import styles from './trace.module.css';
import { modelOf } from './trace-view-model.js';
import { nextSelection } from './tree-keys.js';
import { WaterfallRow } from './waterfall-row.js';
import { WaterfallTools } from './waterfall-tools.js';

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
  const [{ path }] = useSearchParameters();
  const model = useMemo(() => modelOf(outline, path !== undefined), [outline, path]);
  const { shape, length } = model;
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  const rows = useMemo(() => visibleRows(shape, folded), [shape, folded]);
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
  const reveal = (at: number) => {
    setFolded(withoutAncestors(folded, at, outline.parent));
    onSelect(at);
  };
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
      <WaterfallTools outline={outline} selected={selected} onReveal={reveal} />
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
                model={model}
                at={at}
                index={index}
                top={start}
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

/** Unfolds what hides a span. */
function withoutAncestors(
  folded: ReadonlySet<number>,
  at: number,
  parent: Int32Array,
): ReadonlySet<number> {
  const next = new Set(folded);
  for (let above = parent[at] ?? -1; above >= 0; above = parent[above] ?? -1) {
    next.delete(above);
  }
  return next;
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
