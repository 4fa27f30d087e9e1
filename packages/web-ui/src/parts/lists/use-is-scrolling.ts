import { type RefObject, useEffect, useState } from 'react';

/** Time without movement after which scrolling has ended. Some supported browsers lack the event `scrollend`. */
const STILL_MS = 150;

/** Returns whether an element is being scrolled. */
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
