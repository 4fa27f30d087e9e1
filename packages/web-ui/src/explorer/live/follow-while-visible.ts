import { useEffect } from 'react';
import type { LiveSpans } from './live-spans.js';

/**
 * Follows the stream while the tab is visible. The stream is closed while the tab is hidden, and then resumes where it
 * stopped.
 */
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
