import { useEffect } from 'react';

/**
 * Moves the focus to the page content when the focused element is removed, for example because a row opened another
 * page. Otherwise, keyboard and screen-reader users would start again at the top of the document.
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
        focusContent(); // must run before the next key press and the next frame
      } else {
        // When a dialog closes, it returns the focus one frame later, so this check waits for two frames.
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

/** Focuses the content unless another element has the focus. */
function focusContent(): void {
  if (document.activeElement === document.body) {
    document.getElementById('main')?.focus({ preventScroll: true });
  }
}
