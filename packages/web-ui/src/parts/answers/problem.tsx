import { type ReactElement, useEffect, useState } from 'react';
import { ApiProblem } from '../../api/api-problem.js';
import { Button } from '../button.js';
import styles from './message.module.css';

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

/** Shows a failure in the words of the service, with a button to retry. */
export function Problem({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry: () => void;
}): ReactElement {
  const problem = error instanceof ApiProblem ? error : undefined;
  const title = titles[problem?.status ?? -1] ?? 'Something failed.';
  const message = error instanceof Error ? error.message : String(error);
  const wait = useCountdown(problem);
  return (
    <div className={styles['message']} role="alert">
      <p className={styles['title']}>{title}</p>
      {message !== title && <p className={styles['detail']}>{message}</p>}
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

/** Returns the remaining seconds until the service accepts a retry. */
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
