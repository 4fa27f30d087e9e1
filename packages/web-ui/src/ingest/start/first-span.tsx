import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { querySpans } from '../../api/query-spans.js';
import type { ShownSpan } from '../../api/shown-span.js';
import { useFollowWhileVisible } from '../../explorer/live/follow-while-visible.js';
import { handOver, LiveSpans } from '../../explorer/live/live-spans.js';
import { DroppedSoFar } from './dropped-so-far.js';
import styles from './start.module.css';

const POLL_MS = 2000;
const SECONDS_PER_MINUTE = 60;

interface FirstSpanProps {
  /** True while the page sends the sample. The page then opens the sample's trace, not the live list. */
  readonly isSending: boolean;
}

/** Waits for the project's first span, and then opens the live list with this span at the top. */
export function FirstSpan({ isSending }: FirstSpanProps) {
  const [live] = useState(() => new LiveSpans(undefined));
  useFollowWhileVisible(live);
  const { since, interruption } = useSyncExternalStore(live.subscribe, () => live.figures);
  const arrived = useSyncExternalStore(live.subscribe, () => live.state.known);
  const stored = useNewestSpan({
    // The request waits until the stream has sent a beat or failed. The stream delivers all spans that arrive after the
    // first beat.
    isEnabled: since !== undefined || interruption !== undefined,
    isPolled: interruption !== undefined,
  });
  const isFirst = stored === null && arrived > 0 && !isSending;
  const navigate = useNavigate();
  useEffect(() => {
    if (isFirst) {
      handOver(live);
      void navigate({ to: '/spans', search: { live: '1' } as never });
    }
  }, [isFirst, live, navigate]);
  useEffect(() => {
    if (stored) {
      live.stop();
    }
  }, [stored, live]);
  if (stored) {
    return <HasSpans newest={stored} />;
  }
  return (
    <section className={styles['state']}>
      <p role="status">
        Waiting for the first span … Run one of the programs below, or send the sample.
      </p>
      <p className="quiet">
        nothing received yet, <Elapsed />
      </p>
      {interruption !== undefined && (
        <p className="quiet">
          The stream of new spans is interrupted: {interruption} The page asks every two seconds.
        </p>
      )}
      {stored === null && <DroppedSoFar />}
    </section>
  );
}

interface NewestSpanOptions {
  readonly isEnabled: boolean;
  /** True to poll until a span exists. */
  readonly isPolled: boolean;
}

/** Returns the newest stored span: null if the project has no spans, and undefined until the response arrives. */
function useNewestSpan({ isEnabled, isPolled }: NewestSpanOptions): ShownSpan | null | undefined {
  const { data } = useQuery({
    queryKey: ['newest span'],
    queryFn: async ({ signal }) => {
      const body = { windowing: { limit: 1 }, projection: { members: ['span_name'] } };
      const { spans } = await querySpans(body, { signal });
      return spans[0] ?? null;
    },
    enabled: isEnabled,
    refetchInterval: ({ state }) => (isPolled && !state.data ? POLL_MS : false),
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return data;
}

function HasSpans({ newest }: { readonly newest: ShownSpan }) {
  return (
    <section role="status" className={styles['state']}>
      <p>
        This project has spans.{' '}
        <Link to="/traces/$traceId" params={{ traceId: newest.trace_id }}>
          Open the newest trace
        </Link>{' '}
        or <Link to="/spans">look at all of them</Link>.
      </p>
    </section>
  );
}

/**
 * Shows the time since the page was opened. Because the element is a timer, screen readers do not announce its changes.
 */
function Elapsed() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const startedMs = performance.now();
    const tick = () => setSeconds(Math.floor((performance.now() - startedMs) / 1000));
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, []);
  const two = (value: number) => String(value).padStart(2, '0');
  return (
    <span role="timer" className="mono">
      {two(Math.floor(seconds / SECONDS_PER_MINUTE))}:{two(seconds % SECONDS_PER_MINUTE)}
    </span>
  );
}
