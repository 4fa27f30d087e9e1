import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Button } from '../../parts/button.js';
import { usePageKeys } from '../../parts/keys/page-keys.js';
import { type Search, useSearchParameters } from '../../url/use-search.js';

/** Returns true if the URL requests the live list. */
export function useIsLive(): boolean {
  const [{ live }] = useSearchParameters();
  return live !== undefined;
}

/** Button that switches between the stored list and the live list. */
export function LiveButton(): ReactElement {
  const isLive = useIsLive();
  const navigate = useNavigate();
  const toggle = () => {
    const search = ({ q, w }: Search) => ({ q, w, live: isLive ? undefined : '1' });
    void navigate({ to: '/spans', search: search as never });
  };
  usePageKeys('Live', [{ key: 'l', meaning: 'Follow spans as they arrive, or stop', act: toggle }]);
  return (
    <Button aria-pressed={isLive} onClick={toggle}>
      Live
    </Button>
  );
}
