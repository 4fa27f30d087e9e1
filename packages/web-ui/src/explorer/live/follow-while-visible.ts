import { useEffect } from 'react';
import type { LiveSpans } from './live-spans.js';

/**
 * Follows the stream of new spans while the tab is visible. When the tab is hidden, the stream is closed; when the tab
 * is shown again, the stream resumes where it stopped.
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
