import { useEffect } from 'react';

/**
 * Moves the focus to the content when the focused element is removed, for example when a row opens another page.
 * Otherwise keyboard and screen reader users would restart at the top of the document.
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
        focusContent(); // must happen before the next key press and the next frame
      } else {
        // A closing dialog returns the focus by itself, one frame after it closes.
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
