import { type RefObject, useCallback, useEffect, useRef } from 'react';

/**
 * Focuses the selected row of a tree while the tree has the focus. `index` is the index of that row. A key handler that
 * moves the selection MUST call the returned function first, because the move may remove the focused row from the
 * document.
 */
export function useFocusedRow(room: RefObject<HTMLElement | null>, index: number): () => void {
  const isMoving = useRef(false);
  useEffect(() => {
    void index;
    const isInside = isMoving.current || room.current?.contains(document.activeElement) === true;
    isMoving.current = false;
    const row = room.current?.querySelector<HTMLElement>('[aria-selected=true]');
    if (isInside && row?.contains(document.activeElement) === false) {
      row.focus();
    }
  }, [index, room]);
  return useCallback(() => {
    isMoving.current = true;
  }, []);
}
