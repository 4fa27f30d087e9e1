import { useEffect, useRef } from 'react';

type Text = string | undefined;

/**
 * Calls `onArrival` when navigation changes a parameter, but not when the page itself changes it. The address changes
 * shortly after the page writes a text, so the page must pass each text to the returned function. The function returns
 * true if the address must be changed.
 */
export function useArrival(
  text: Text,
  onArrival: (text: Text) => void,
): (written: Text) => boolean {
  const shown = useRef(text);
  /** Texts that the page has written but the address does not contain yet, in order. */
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
