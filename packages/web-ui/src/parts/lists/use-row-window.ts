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
import {
  isFarFrom,
  type RowLayout,
  type RowRange,
  type RowView,
  rowsIn,
  topToShow,
} from './row-layout.js';

/** A list that jumps renders only what is in view, until it has not moved for so long. */
const STILL_MS = 100;

interface RowRoom {
  /** The element that scrolls. */
  readonly room: RefObject<HTMLElement | null>;
  /** The height of what stays at its top while the rows scroll, in px. */
  readonly head?: number;
  /** Rows that are rendered above and below the visible ones. */
  readonly overscan: number;
}

/** What is in view, and whether a person has just scrolled to most of it. */
interface SeenView extends RowView {
  readonly isFar: boolean;
}

interface RowWindow extends RowRange {
  /** The first row that is in view. */
  readonly firstInView: number;
  /** Scrolls as far as it takes to show a row. */
  readonly show: (index: number) => void;
}

/**
 * Follows which rows of a list are in view. Rows of one height need no list of their layout, which would have to be
 * made again with each page that arrives. A list begins with the rows of a whole window: to measure it before its first
 * frame would lay out the page twice.
 */
export function useRowWindow(layout: RowLayout, { room, head = 0, overscan }: RowRoom): RowWindow {
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
    // A frame shows the rows that it has scrolled to.
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

/** A view changes with its rows, not with each pixel. */
function wholeRows({ top, height }: RowView, rowHeight: number): RowView {
  const rows = Math.ceil(height / rowHeight) + 1;
  return { top: Math.floor(top / rowHeight) * rowHeight, height: rows * rowHeight };
}

function latest(before: SeenView, next: RowView): SeenView {
  return before.top === next.top && before.height === next.height
    ? before
    : { ...next, isFar: isFarFrom(before, next) };
}
