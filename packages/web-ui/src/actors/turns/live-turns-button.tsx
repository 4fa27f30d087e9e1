import { type ReactElement, useCallback, useMemo } from 'react';
import { type KeyGroup, usePageKeys } from '../../parts/keys/page-keys.js';
import { useSearchParameters } from '../../url/use-search.js';

/** Turns live updates of the page on and off. */
export function LiveTurnsButton(): ReactElement {
  const [{ live }, change] = useSearchParameters();
  const isLive = live !== undefined;
  const toggle = useCallback(() => change({ live: isLive ? undefined : '1' }), [change, isLive]);
  const keys = useMemo<KeyGroup>(
    () => ({
      title: 'Live',
      keys: [{ key: 'l', meaning: 'Follow turns as they arrive, or stop', act: toggle }],
    }),
    [toggle],
  );
  usePageKeys(keys);
  return (
    <button type="button" className="button" aria-pressed={isLive} onClick={toggle}>
      Live
    </button>
  );
}
