import { type RefObject, useCallback, useEffect, useRef } from 'react';

/**
 * Gives the focus to the selected row of a tree while the tree has it. `index` is the place of that row. A key that moves
 * the selection calls the returned function first: the row with the focus may leave the document with that move.
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
