import { useEffect, useRef } from 'react';

type Text = string | undefined;

/**
 * Calls `onArrival` if navigation changes a parameter, but not if the page changes the parameter itself. To distinguish
 * the two, the page must pass each value to the returned function before it writes the value to the address. That
 * function returns true if the value needs to be written.
 */
export function useArrival(
  text: Text,
  onArrival: (text: Text) => void,
): (written: Text) => boolean {
  const shown = useRef(text);
  /** Values that the page has written but that are not in the address yet, oldest first. */
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
