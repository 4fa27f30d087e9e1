import { useCallback, useEffect, useRef, useState } from 'react';
import { awaitReceipt } from '../../api/await-receipt.js';
import type { LetterChange } from './dead-letter.js';
import { retryLetter } from './letter-calls.js';

/** State of a retry. */
export type RetryProgress =
  | { readonly kind: 'idle' | 'sending' | 'waiting' | 'stored' | 'refused' | 'lost' }
  | { readonly kind: 'failed'; readonly message: string };

const idle: RetryProgress = { kind: 'idle' };

/** Returns a function that sends a letter again, and the state of the retry. Another letter resets the state. */
export function useRetry(id: string): {
  readonly progress: RetryProgress;
  readonly start: (change: LetterChange) => void;
} {
  const [progress, setProgress] = useState(idle);
  const running = useRef(new AbortController());
  useEffect(() => {
    running.current = new AbortController();
    setProgress(idle);
    return () => running.current.abort();
  }, [id]);
  const start = useCallback(
    (change: LetterChange) => {
      const { signal } = running.current;
      const report = (next: RetryProgress) => signal.aborted || setProgress(next);
      void run(id, { change, signal, report });
    },
    [id],
  );
  return { progress, start };
}

interface RetryRun {
  readonly change: LetterChange;
  readonly signal: AbortSignal;
  readonly report: (progress: RetryProgress) => unknown;
}

async function run(id: string, { change, signal, report }: RetryRun): Promise<void> {
  report({ kind: 'sending' });
  try {
    const receipt = await retryLetter(id, change);
    report({ kind: 'waiting' });
    const { dead_lettered, lost } = await awaitReceipt(receipt, signal);
    report({ kind: dead_lettered > 0 ? 'refused' : lost > 0 ? 'lost' : 'stored' });
  } catch (error) {
    report({ kind: 'failed', message: (error as Error).message });
  }
}
