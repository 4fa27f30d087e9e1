import { useEffect } from 'react';

/**
 * Moves the focus to the content when what had it is taken away, such as the row of a list that leads to another page:
 * a person who uses keys or a screen reader would start at the top of the document again.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let focused: EventTarget | null = null;
    const note = ({ target }: FocusEvent) => {
      focused = target;
    };
    const keep = () => {
      if (document.activeElement === document.body) {
        document.getElementById('main')?.focus({ preventScroll: true });
      }
    };
    const observer = new MutationObserver(() => {
      if (focused instanceof Element && !focused.isConnected) {
        focused = null;
        // A dialog that closes gives the focus back itself, one frame later.
        requestAnimationFrame(() => requestAnimationFrame(keep));
      }
    });
    document.addEventListener('focusin', note);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', note);
      observer.disconnect();
    };
  }, []);
}
