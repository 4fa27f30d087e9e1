import { type ReactElement, useCallback } from 'react';
import { Button } from '../../parts/button.js';
import { usePageKey } from '../../parts/keys/page-keys.js';
import { useSearchParameters } from '../../url/use-search.js';

/** Turns live updates of the page on and off. */
export function LiveTurnsButton(): ReactElement {
  const [{ live }, change] = useSearchParameters();
  const isLive = live !== undefined;
  const toggle = useCallback(() => change({ live: isLive ? undefined : '1' }), [change, isLive]);
  usePageKey('Live', { key: 'l', meaning: 'Follow turns as they arrive, or stop', act: toggle });
  return (
    <Button aria-pressed={isLive} onClick={toggle}>
      Live
    </Button>
  );
}
