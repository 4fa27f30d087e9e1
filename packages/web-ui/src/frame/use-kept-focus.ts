import { useEffect } from 'react';

/**
 * Moves the focus to the content when what had it is taken away, such as the row of a list that leads to another page:
 * a person who uses keys or a screen reader would start at the top of the document again.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let focused: Element | undefined;
    let page: Element | null = null;
    const note = ({ target }: FocusEvent) => {
      focused = target instanceof Element ? target : undefined;
      page = focused?.closest('main') ?? null;
    };
    const observer = new MutationObserver(() => {
      if (focused?.isConnected !== false) {
        return;
      }
      focused = undefined;
      if (page?.isConnected === false) {
        focusContent(); // before the next key, and before a frame without focus
      } else {
        // A dialog that closes gives the focus back itself, one frame later.
        requestAnimationFrame(() => requestAnimationFrame(focusContent));
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

/** Leaves the focus where it is if something has it. */
function focusContent(): void {
  if (document.activeElement === document.body) {
    document.getElementById('main')?.focus({ preventScroll: true });
  }
}
