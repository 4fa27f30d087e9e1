import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { isFarFrom, type RowLayout, type RowView, rowsIn, topToShow } from './row-layout.js';

/**
 * Delay in ms between the last scroll and the rendering of rows just outside the view. After a jump, these rows are not
 * rendered until the delay has passed.
 */
const STILL_MS = 100;

interface RowRoom {
  /** The element that scrolls. */
  readonly room: RefObject<HTMLElement | null>;
  /** Height in px of the header that does not scroll with the rows. */
  readonly head?: number;
  /** Number of rows that are rendered above and below the visible rows. */
  readonly overscan: number;
}

/** The current view. `isFar` is true if the last scroll moved it by more than half of its height. */
interface SeenView extends RowView {
  readonly isFar: boolean;
}

/**
 * Returns the visible rows of a list, and a function `show` that scrolls just far enough to show a row. All rows have
 * the same height, so no positions are stored. The first frame renders enough rows to fill the whole window, because
 * measuring the list first would require a second layout.
 */
export function useRowWindow(layout: RowLayout, { room, head = 0, overscan }: RowRoom) {
  const { height } = layout;
  const [view, setView] = useState<SeenView>(() => ({
    ...wholeRows({ top: 0, height: window.innerHeight - head }, height),
    isFar: false,
  }));
  useLayoutEffect(() => {
    const element = room.current;
    if (element === null) {
      return;
    }
    const look = () =>
      setView((before) => latest(before, wholeRows(viewOf(element, head), height)));
    // `flushSync` renders the rows in the same frame as the scroll.
    const lookAtOnce = () => flushSync(look);
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    element.addEventListener('scroll', lookAtOnce, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', lookAtOnce);
    };
  }, [room, head, height]);
  useEffect(() => {
    if (view.isFar) {
      const timer = setTimeout(() => setView((seen) => ({ ...seen, isFar: false })), STILL_MS);
      return () => clearTimeout(timer);
    }
    return undefined;
  }, [view]);
  const current = useRef(layout);
  useLayoutEffect(() => {
    current.current = layout;
  });
  const show = useCallback(
    (index: number) => {
      const element = room.current;
      if (element === null || index >= current.current.count) {
        return;
      }
      const before = viewOf(element, head);
      const top = topToShow(current.current, before, index);
      if (top !== before.top) {
        element.scrollTop = top;
      }
    },
    [room, head],
  );
  const { first, end } = rowsIn(layout, view, view.isFar ? 0 : overscan);
  const firstInView = rowsIn(layout, view, 0).first;
  return useMemo(() => ({ first, end, firstInView, show }), [first, end, firstInView, show]);
}

function viewOf({ scrollTop, clientHeight }: HTMLElement, head: number): RowView {
  return { top: scrollTop, height: clientHeight - head };
}

/** Rounds a view to whole rows, so that it does not change with every scrolled pixel. */
function wholeRows({ top, height }: RowView, rowHeight: number): RowView {
  const rows = Math.ceil(height / rowHeight) + 1;
  return { top: Math.floor(top / rowHeight) * rowHeight, height: rows * rowHeight };
}

function latest(before: SeenView, next: RowView): SeenView {
  return before.top === next.top && before.height === next.height
    ? before
    : { ...next, isFar: isFarFrom(before, next) };
}

/**
 * Focuses the selected row of a tree, at position `index`, if the tree has the focus. A key handler MUST call the
 * returned function before it moves the selection, because moving the selection may remove the focused row from the
 * document.
 */
export function useFocusedRow(room: RefObject<HTMLElement | null>, index: number): () => void {
  const isMoving = useRef(false);
  useEffect(() => {
    void index;
    const isInside = isMoving.current || room.current?.contains(document.activeElement) === true;
    isMoving.current = false;
    const row = room.current?.querySelector<HTMLElement>('[aria-selected=true]');
    if (isInside && row?.contains(document.activeElement) === false) {
      row.focus();
    }
  }, [index, room]);
  return useCallback(() => {
    isMoving.current = true;
  }, []);
}
