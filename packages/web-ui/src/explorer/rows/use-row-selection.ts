import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { RowSelection } from '../../parts/lists/use-selected-row.js';
import { useSearchParameters } from '../../url/use-search.js';

/** Delay before a new selection is written to the URL. Browsers limit how often the URL may change. */
const PAUSE_MS = 200;

interface Pending {
  readonly timer: ReturnType<typeof setTimeout>;
  readonly s: string | undefined;
}

/** Message that a page shows if its list lacks the row in the URL. */
export const missingRow = 'The row that the address selects is not in this list.';

/** Returns the row that the URL selects. `isMissing` is true if the list lacks this row. */
export function useRowSelection(): RowSelection & { readonly isMissing: boolean } {
  const { history } = useRouter();
  const [{ s }, change] = useSearchParameters();
  const [moved, setMoved] = useState<{ readonly to: string | undefined }>();
  const [missing, setMissing] = useState<string>();
  const pending = useRef<Pending>(undefined);
  const settle = useCallback(() => {
    if (pending.current !== undefined) {
      clearTimeout(pending.current.timer);
      const next = pending.current.s;
      pending.current = undefined;
      change({ s: next });
      history.flush(); // writes the URL immediately; otherwise the next page's URL would overwrite the selection
    }
  }, [change, history]);
  useEffect(() => () => clearTimeout(pending.current?.timer), []);
  useEffect(() => {
    if (pending.current === undefined) {
      setMoved(undefined);
    }
  }, [s]); // if no change is pending, the URL determines the selection
  const select = useCallback(
    (to: string | undefined) => {
      setMoved({ to });
      clearTimeout(pending.current?.timer);
      pending.current = { timer: setTimeout(settle, PAUSE_MS), s: to };
    },
    [settle],
  );
  const key = moved === undefined ? s : moved.to;
  const onMissing = useCallback(() => setMissing(s), [s]);
  const isMissing = missing !== undefined && missing === key;
  return useMemo(
    () => ({ key, select, settle, onMissing, isMissing }),
    [key, select, settle, onMissing, isMissing],
  );
}
