import { type ReactElement, useCallback, useMemo } from 'react';
import { Button } from '../../parts/button.js';
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
    <Button aria-pressed={isLive} onClick={toggle}>
      Live
    </Button>
  );
}
