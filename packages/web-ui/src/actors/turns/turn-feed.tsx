import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { CursorPages } from '../../api/cursor-pages.js';
import type { TraceSummary } from '../../api/trace-summary.js';
import { Problem, Waiting } from '../../parts/answers/answer-states.js';
import { Button } from '../../parts/button.js';
import { usePageKeys } from '../../parts/keys/page-keys.js';
import { usePagesState } from '../../parts/lists/row-grid.js';
import { useSearchParameters } from '../../url/use-search.js';
import { mergeTurns } from './merge-turns.js';
import { Gap, Turn } from './turn.js';
import styles from './turns.module.css';

/** Number of turns to load before the user requests more. */
const FIRST_TURNS = 20;

interface TurnFeedProps {
  readonly name: string;
  readonly pages: CursorPages<TraceSummary>;
  /** Summaries that arrived through live updates, keyed by trace id. */
  readonly arrived: ReadonlyMap<string, TraceSummary>;
  readonly order: 'ascending' | 'descending';
  /** Content to show if there are no turns. */
  readonly empty: ReactNode;
}

/** The traces of a session or user as turns of a conversation. Each turn has a question and an answer. */
export function TurnFeed({ name, pages, arrived, order, empty }: TurnFeedProps): ReactElement {
  const state = usePagesState(pages);
  // The current turn is stored by its id, because its position changes when new turns arrive.
  const [currentId, setCurrent] = useState<string>();
  const feed = useRef<HTMLDivElement>(null);
  useEffect(() => pages.need(0, FIRST_TURNS - 1), [pages]);
  const turns = useMemo(() => {
    const listed = Array.from({ length: state.known }, (_, at) => pages.row(at) ?? []).flat();
    const merged = mergeTurns(listed, arrived, order);
    return order === 'ascending'
      ? [...merged.listed, ...merged.arrived]
      : [...merged.arrived, ...merged.listed];
  }, [pages, state.version, state.known, arrived, order]);
  const [{ s: opened }, change] = useSearchParameters();
  const toggle = (traceId: string) => change({ s: traceId === opened ? undefined : traceId });
  const current = turns.findIndex(({ trace_id: id }) => id === currentId);
  useTurnKeys({ turns, current, feed, onToggle: toggle });
  const problem = state.error !== undefined && (
    <Problem error={state.error} onRetry={() => pages.retry()} />
  );
  if (turns.length === 0) {
    return <>{problem || (state.isComplete ? empty : <Waiting />)}</>;
  }
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
              position={at + 1}
              total={state.isComplete ? turns.length : -1}
              isOpen={turn.trace_id === opened}
              onToggle={() => toggle(turn.trace_id)}
              onFocus={() => setCurrent(turn.trace_id)}
            />
          </div>
        ))}
      </div>
      {!state.isComplete && (
        <Button
          disabled={state.isLoading}
          onClick={() => pages.need(state.known, state.known + FIRST_TURNS - 1)}
        >
          Show more
        </Button>
      )}
      {problem}
    </>
  );
}

interface TurnKeysOptions {
  readonly turns: readonly TraceSummary[];
  readonly current: number;
  readonly feed: { readonly current: HTMLDivElement | null };
  readonly onToggle: (traceId: string) => void;
}

function useTurnKeys({ turns, current, feed, onToggle }: TurnKeysOptions): void {
  const navigate = useNavigate();
  const move = (by: number) => {
    const next = Math.max(0, Math.min(turns.length - 1, current + by));
    feed.current?.querySelectorAll<HTMLElement>(':scope > div > article')[next]?.focus();
  };
  const traceId = turns[current]?.trace_id;
  const open = () => traceId && void navigate({ to: '/traces/$traceId', params: { traceId } });
  usePageKeys('Turns', [
    { key: 'j', meaning: 'Next turn', act: () => move(1) },
    { key: 'k', meaning: 'Previous turn', act: () => move(-1) },
    { key: 'Enter', meaning: 'Open the trace', act: open },
    { key: ' ', meaning: 'Show its conversation', act: () => traceId && onToggle(traceId) },
  ]);
}
