import { type RefObject, useEffect, useState } from 'react';

/** A list that has not moved for so long stands still. Not all supported browsers have the event `scrollend`. */
const STILL_MS = 150;

/** Whether an element is being scrolled. */
export function useIsScrolling(room: RefObject<HTMLElement | null>): boolean {
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
