import { useEffect, useRef } from 'react';

type Text = string | undefined;

/**
 * Tells a parameter that arrives in the address, with which it calls `onArrival`, from what the page itself writes there: the
 * address follows a little later. The page notes each text that it writes with the function that this returns, which answers
 * whether the address needs the change.
 */
export function useArrival(
  text: Text,
  onArrival: (text: Text) => void,
): (written: Text) => boolean {
  const shown = useRef(text);
  /** What is written and not in the address yet, in order. */
  const pending = useRef<readonly Text[]>([]);
  useEffect(() => {
    if (text !== shown.current) {
      const at = pending.current.indexOf(text);
      shown.current = text;
      pending.current = at < 0 ? [] : pending.current.slice(at + 1);
      if (at < 0) {
        onArrival(text);
      }
    }
  });
  return (written) => {
    const { current } = pending;
    const last = current.length > 0 ? current.at(-1) : shown.current;
    if (written === last) {
      return false;
    }
    pending.current = [...current, written];
    return true;
  };
}
