import { useEffect } from 'react';
import type { LiveSpans } from './live-spans.js';

/** Follows while the tab is visible. A hidden tab closes the stream, which goes on later where it stopped. */
export function useFollowWhileVisible(live: LiveSpans, isLive = true): void {
  useEffect(() => {
    if (!isLive) {
      return;
    }
    const follow = () => (document.hidden ? live.stop() : live.start());
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      live.stop();
    };
  }, [live, isLive]);
}
