import { ApiProblem } from '../../api/api-problem.js';
import type { PagesState } from '../../api/cursor-pages.js';
import { messageOf, useCountdown } from '../answers/answer-states.js';
import { Button } from '../button.js';
import { useStore } from '../store.js';
import { settings } from '../theme/settings.js';
import { clockOf, dayOf, readTime, type TimeZone } from '../values/format-time.js';
import styles from './list-view.module.css';

interface UnfinishedListProps {
  readonly state: PagesState;
  /** The side of the reached time on which rows were not searched. The default is `before`. */
  readonly side?: 'before' | 'after';
  readonly onContinue: () => void;
}

const DEADLINE = 504;

/** Returns true if a list stopped before its end and can be continued. */
export function isInterrupted({ error, reached, known }: PagesState): boolean {
  const isLate = error instanceof ApiProblem && error.status === DEADLINE;
  return isCancelled(error) || (isLate && (reached !== undefined || known > 0));
}

/** Explains why a list ended early, and which part was not searched. */
export function UnfinishedList(props: UnfinishedListProps) {
  const { state, side = 'before', onContinue } = props;
  const { error, reached } = state;
  const zone = useStore(settings.timeZone);
  const wait = useCountdown(error instanceof ApiProblem ? error : undefined);
  const word = isInterrupted(state) ? 'Continue' : 'Retry';
  return (
    <div className={styles['broken']} role="alert">
      <span>
        {isCancelled(error) ? 'Cancelled.' : `The list is not complete: ${messageOf(error)}`}
        {reached !== undefined && ` Not looked at: ${side} ${writeMoment(reached, zone)}.`}
      </span>
      <Button onClick={onContinue} disabled={wait > 0}>
        {wait > 0 ? `${word} in ${wait} s` : word}
      </Button>
    </div>
  );
}

/** Formats a time, for example `10:41:07, Sun 22 Nov 2026`. */
export function writeMoment(time: string, zone: TimeZone): string {
  const ns = readTime(time);
  return `${clockOf(ns, zone).seconds}, ${dayOf(ns, zone)}`;
}

function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
