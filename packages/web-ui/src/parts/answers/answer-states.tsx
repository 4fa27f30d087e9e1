import { type QueryKey, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiProblem } from '../../api/api-problem.js';
import { Button } from '../button.js';
import styles from './answer-states.module.css';

const titles: Readonly<Record<number, string>> = {
  0: 'The service does not answer.',
  400: 'The request was refused.',
  403: 'The key does not allow this.',
  404: 'There is nothing at this address.',
  413: 'The request is too large.',
  422: 'The request was refused.',
  429: 'Too many requests.',
  503: 'The service cannot answer now.',
  504: 'The search took too long.',
};

interface ProblemProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Shows the service's error message and a button to retry. */
export function Problem({ error, onRetry }: ProblemProps) {
  const problem = error instanceof ApiProblem ? error : undefined;
  const title = titles[problem?.status ?? -1] ?? 'Something failed.';
  const message = messageOf(error);
  const wait = useCountdown(problem);
  return (
    <div className={styles['message']} role="alert">
      <p className={styles['title']}>{title}</p>
      {message !== title && <p className="verbatim">{message}</p>}
      {problem?.code !== undefined && <p className="mono faint">{problem.code}</p>}
      {problem?.supportId !== undefined && (
        <p className="faint">
          Support id <span className="mono">{problem.supportId}</span>
        </p>
      )}
      <Button onClick={onRetry} disabled={wait > 0}>
        {wait > 0 ? `Retry in ${wait} s` : 'Retry'}
      </Button>
    </div>
  );
}

/** Returns the message of a thrown value of any type. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the remaining seconds until the service accepts a retry, and counts them down. */
export function useCountdown(problem: ApiProblem | undefined): number {
  const [remaining, setRemaining] = useState(problem?.retryAfterS ?? 0);
  useEffect(() => setRemaining(problem?.retryAfterS ?? 0), [problem]);
  useEffect(() => {
    if (remaining > 0) {
      const timer = setTimeout(() => setRemaining(remaining - 1), 1000);
      return () => clearTimeout(timer);
    }
    return;
  }, [remaining]);
  return remaining;
}

interface ShortProblemProps {
  /** Name of the missing content. The message begins with it. */
  readonly what: string;
  readonly error: unknown;
  readonly retry: () => void;
}

/** Reports that a part of a page failed to load. Shows the service's message and a button to retry. */
export function ShortProblem({ what, error, retry }: ShortProblemProps) {
  return (
    <p role="alert" className="quiet">
      {what}: {messageOf(error)}{' '}
      <Button isPlain onClick={retry}>
        Retry
      </Button>
    </p>
  );
}

interface WaitingQueryProps {
  /** A query that has no result yet. */
  readonly query: Pick<UseQueryResult, 'fetchStatus' | 'refetch'>;
  readonly queryKey: QueryKey;
}

/**
 * Placeholder for a page whose only query is still running. The user can cancel the query and resume it later.
 * Cancelling also stops the query in the store.
 */
export function WaitingQuery({ query, queryKey }: WaitingQueryProps) {
  const queries = useQueryClient();
  if (query.fetchStatus === 'idle') {
    return (
      <Message title="Cancelled.">
        <Button onClick={() => void query.refetch()}>Continue</Button>
      </Message>
    );
  }
  return <Waiting onCancel={() => void queries.cancelQueries({ queryKey, exact: true })} />;
}

interface WaitingProps {
  readonly onCancel?: () => void;
  /** Description of how far the search has progressed. */
  readonly reached?: string | undefined;
  /** True if rows are already visible. In this case, the placeholder appears only if the search is slow. */
  readonly hasRows?: boolean;
}

/**
 * Shows nothing for the first 150 ms, and then placeholder bars. After one second, it adds the elapsed time, the
 * progress of the search, and a Cancel button.
 */
export function Waiting({ onCancel, reached, hasRows = false }: WaitingProps) {
  const [elapsedMs, setElapsedMs] = useState(0);
  useEffect(() => {
    const startedMs = performance.now();
    const timer = setInterval(() => setElapsedMs(performance.now() - startedMs), 150);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className={styles[hasRows ? 'below' : 'waiting']} aria-busy="true">
      {elapsedMs > 0 && !hasRows && Array.from({ length: 8 }, (_, row) => <i key={row} />)}
      {elapsedMs > 1000 && (
        <p>
          Searching for {Math.floor(elapsedMs / 1000)} s
          {reached !== undefined && `, searched back to ${reached}`}{' '}
          {onCancel !== undefined && <Button onClick={onCancel}>Cancel</Button>}
        </p>
      )}
    </div>
  );
}

interface MessageProps {
  readonly title: string;
  readonly children?: ReactNode;
}

/** Message about the state of a page, such as an empty result. */
export function Message({ title, children }: MessageProps) {
  return (
    <div className={styles['message']}>
      <p className={styles['title']}>{title}</p>
      {children}
    </div>
  );
}
