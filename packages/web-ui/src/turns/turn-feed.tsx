import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import type { CursorPages } from '../api/cursor-pages.js';
import type { TraceSummary } from '../api/trace-summary.js';
import { type KeyGroup, usePageKeys } from '../keys/page-keys.js';
import { Message } from '../parts/message.js';
import { Problem } from '../parts/problem.js';
import { usePagesState } from '../parts/row-grid.js';
import { Waiting } from '../parts/waiting.js';
import { Gap, Turn } from './turn.js';
import styles from './turns.module.css';

/** Turns that are read before a person asks for more. */
const FIRST_TURNS = 20;

interface TurnFeedProps {
  readonly name: string;
  readonly pages: CursorPages<TraceSummary>;
  readonly empty: string;
}

/** Traces as the turns of a conversation: what a person asked, and what the program answered. */
export function TurnFeed({ name, pages, empty }: TurnFeedProps): ReactElement {
  const state = usePagesState(pages);
  const navigate = useNavigate();
  const [current, setCurrent] = useState(-1);
  const feed = useRef<HTMLDivElement>(null);
  useEffect(() => pages.need(0, FIRST_TURNS - 1), [pages]);
  const keys = useMemo<KeyGroup>(() => {
    const move = (by: number) => {
      const next = Math.max(0, Math.min(pages.state.known - 1, current + by));
      setCurrent(next);
      feed.current?.querySelectorAll('article')[next]?.focus();
    };
    const open = () => {
      const traceId = pages.row(current)?.trace_id;
      return traceId && void navigate({ to: '/traces/$traceId', params: { traceId } });
    };
    return {
      title: 'Turns',
      keys: [
        { key: 'j', meaning: 'Next turn', act: () => move(1) },
        { key: 'k', meaning: 'Previous turn', act: () => move(-1) },
        { key: 'Enter', meaning: 'Open the trace', act: open },
      ],
    };
  }, [pages, current, navigate]);
  usePageKeys(keys);
  if (state.known === 0 && state.error !== undefined) {
    return <Problem error={state.error} onRetry={() => pages.retry()} />;
  }
  if (state.known === 0) {
    return state.isComplete ? <Message title={empty} /> : <Waiting />;
  }
  const turns = Array.from({ length: state.known }, (_, at) => pages.row(at)).flatMap(
    (turn) => turn ?? [],
  );
  return (
    <>
      <div
        className={styles['feed']}
        role="feed"
        aria-label={name}
        aria-busy={state.isLoading}
        ref={feed}
      >
        {turns.map((turn, at) => (
          <div key={turn.trace_id}>
            <Gap before={turns[at - 1]} after={turn} />
            <Turn
              turn={turn}
              place={at + 1}
              total={state.isComplete ? state.known : -1}
              onFocus={() => setCurrent(at)}
            />
          </div>
        ))}
      </div>
      {!state.isComplete && (
        <button
          type="button"
          className="button"
          disabled={state.isLoading}
          onClick={() => pages.need(state.known, state.known + FIRST_TURNS - 1)}
        >
          Show more
        </button>
      )}
      {state.error !== undefined && <Problem error={state.error} onRetry={() => pages.retry()} />}
    </>
  );
}
