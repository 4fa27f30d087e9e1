import { useQueries } from '@tanstack/react-query';
import {
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { queryTraceSpans } from '../../api/query-spans.js';
import { settings } from '../../parts/theme/settings.js';
import { copyText } from '../../parts/values/copy-text.js';
import { readTime } from '../../parts/values/format-time.js';
import type { Zoom } from '../../url/zoom-text.js';
import {
  indexOfSpan,
  type Outline,
  type RowTree,
  spanIdAt,
  visibleRows,
} from '../outline/outline.js';
import type { TraceModel } from '../use-trace-model.js';
import { numberOfRow, writeRow } from './row-keys.js';
import styles from './rows.module.css';
import { foldChange } from './tree-keys.js';
import { TreeRow } from './tree-row.js';
import { useTreeRows } from './use-tree-rows.js';

interface SpanRowsProps {
  readonly model: TraceModel;
  readonly tree: RowTree;
  readonly zoom: Zoom;
  /** Spans that match the search. */
  readonly matches: ReadonlySet<number>;
  /** Index of the selected row. */
  readonly selected: number;
  readonly folded: ReadonlySet<number>;
  readonly onSelect: (row: number) => void;
  readonly onFolded: (folded: ReadonlySet<number>) => void;
}

/** Rows of the waterfall. The document contains only the visible rows. */
export function SpanRows(props: SpanRowsProps): ReactElement {
  const { model, tree, zoom, matches, selected, folded, onSelect, onFolded } = props;
  const { shape, parent, span } = tree;
  const rows = useMemo(() => visibleRows(shape, folded), [shape, folded]);
  const view = { shape, parent, rows, selected, folded };
  const { room, height, shown, apply, press } = useTreeRows({ view, onSelect, onFolded });
  const events = useEventTimes(
    model.outline,
    useIsScrolling(room) ? undefined : shown.map(({ row }) => span[row] ?? 0),
  );
  // The span detail binds the same keys for its values, so the focused row handles them first.
  const answerKey = (event: KeyboardEvent) => {
    if (isCopy(event)) {
      void copyText(spanIdAt(model.outline, span[selected] ?? -1) ?? '');
    } else if (!press(event)) {
      return;
    }
    event.preventDefault();
  };
  const fold = useLatest((row: number) => apply(foldChange(view, row)));
  const select = useLatest(onSelect);
  return (
    <div
      ref={room}
      className={styles['tree']}
      role="treegrid"
      aria-label="Waterfall"
      aria-rowcount={rows.length}
      onKeyDown={answerKey}
    >
      <div className={styles['rows']} role="rowgroup" style={{ height }}>
        {shown.map(({ row, index, top }) => (
          <TreeRow
            key={writeRow(model.outline, numberOfRow(tree, row))}
            model={model}
            tree={tree}
            zoom={zoom}
            row={row}
            index={index}
            top={top}
            isSelected={row === selected}
            isFolded={folded.has(row)}
            isMatch={matches.has(span[row] ?? -1)}
            events={events.get(span[row] ?? -1)}
            onSelect={select}
            onFold={fold}
          />
        ))}
      </div>
    </div>
  );
}

function isCopy({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return key === 'y' && !ctrlKey && !altKey && !metaKey && settings.singleKeys.get() !== 'off';
}

/**
 * Returns a stable function that calls the latest `act`, so that memoised rows are not rendered again when `act`
 * changes.
 */
function useLatest(act: (row: number) => void): (row: number) => void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  return useCallback((row) => latest.current(row), []);
}

/** Flag that marks spans with events. */
const HAS_EVENTS = 1;
/** Number of spans whose events are loaded with one request. */
const BLOCK = 128;
const KEPT_MS = 600_000;

type EventTimes = ReadonlyMap<number, readonly number[]>;

/**
 * Returns the times of each span's events, in ns from the start of the trace. The outline states which spans have
 * events, but not when, so the times are loaded in blocks for the visible spans. While `visible` is undefined, the
 * previously loaded blocks are kept.
 */
function useEventTimes(outline: Outline, visible: readonly number[] | undefined): EventTimes {
  const last = useRef<readonly number[]>([]);
  if (visible !== undefined) {
    last.current = blocksOf(outline, visible);
  }
  return useQueries({
    queries: last.current.map((block) => ({
      queryKey: ['events', outline.traceId, outline.etag, block],
      queryFn: ({ signal }: { signal: AbortSignal }) => loadTimes(outline, block, signal),
      staleTime: KEPT_MS,
      enabled: !outline.isPartial,
    })),
    combine: mergeTimes,
  });
}

function mergeTimes(results: readonly { readonly data?: EventTimes | undefined }[]): EventTimes {
  return new Map(results.flatMap(({ data }) => [...(data ?? [])]));
}

/** Returns the blocks that contain at least one span with events. */
function blocksOf({ flags }: Outline, spans: readonly number[]): readonly number[] {
  const withEvents = spans.filter((at) => ((flags[at] ?? 0) & HAS_EVENTS) !== 0);
  return [...new Set(withEvents.map((at) => Math.floor(at / BLOCK)))];
}

async function loadTimes(
  outline: Outline,
  block: number,
  signal: AbortSignal,
): Promise<EventTimes> {
  const ids = Array.from({ length: BLOCK }, (_, number) => block * BLOCK + number)
    .filter((at) => ((outline.flags[at] ?? 0) & HAS_EVENTS) !== 0)
    .map((at) => spanIdAt(outline, at));
  const query = {
    conditions: [{ field: 'span_id', operator: 'in', value: ids }],
    projection: { members: ['events'], text_limit: 1 },
    windowing: { limit: BLOCK },
  };
  const { spans } = await queryTraceSpans(outline.traceId, query, { signal });
  return new Map(
    spans.map(({ span_id: id, events = [] }) => [
      indexOfSpan(outline, id),
      events.map(({ timestamp }) => Number(readTime(timestamp) - outline.base)),
    ]),
  );
}

/**
 * Time in ms without movement after which scrolling counts as finished. A timer is used because some supported browsers
 * do not fire `scrollend`.
 */
const STILL_MS = 150;

/** Returns true while an element is being scrolled. */
function useIsScrolling(room: RefObject<HTMLElement | null>): boolean {
  const [isScrolling, setScrolling] = useState(false);
  useEffect(() => {
    const element = room.current;
    let timer: ReturnType<typeof setTimeout>;
    const note = () => {
      setScrolling(true);
      clearTimeout(timer);
      timer = setTimeout(() => setScrolling(false), STILL_MS);
    };
    element?.addEventListener('scroll', note, { passive: true });
    return () => {
      clearTimeout(timer);
      element?.removeEventListener('scroll', note);
    };
  }, [room]);
  return isScrolling;
}
