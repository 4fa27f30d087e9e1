import { useEffect, useRef } from 'react';

type Text = string | undefined;

/**
 * Calls `onArrival` when a parameter changes through navigation, but not when the page itself has written it. The
 * address is updated a little later than the page writes. The page registers each text with the returned function,
 * which returns true if the address needs the change.
 */
export function useArrival(
  text: Text,
  onArrival: (text: Text) => void,
): (written: Text) => boolean {
  const shown = useRef(text);
  /** Texts that are written but not yet in the address, in order. */
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
