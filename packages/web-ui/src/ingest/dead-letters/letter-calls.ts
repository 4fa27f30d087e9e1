import type { DeadLetterRetry, DeadLettersAnswer } from '@spanhouse/span-schema/api';
import { receiptOf } from '../../api/await-receipt.js';
import { call, send } from '../../api/call.js';
import type { LoadPage } from '../../api/cursor-pages.js';
import type { Bounds } from '../../url/time-window.js';
import type { DeadLetter, OpenLetter, Stage } from './dead-letter.js';

const PAGE_SIZE = 100;

/** Reads the dead letters in a window, newest first. If a stage is given, only its dead letters are read. */
export function loadLetters(
  bounds: Bounds,
  stage: Stage | undefined,
  limit = PAGE_SIZE,
): LoadPage<DeadLetter> {
  return async (next, signal) => {
    const parameters = new URLSearchParams({
      ...bounds,
      ...(stage !== undefined && { stage }),
      ...(next !== undefined && { next }),
      limit: String(limit),
    });
    const answer = await call<DeadLettersAnswer>(`/project/dead-letters?${parameters}`, { signal });
    return { rows: answer.dead_letters, next: answer.next };
  };
}

export function readLetter(id: string, signal: AbortSignal): Promise<OpenLetter> {
  return call<OpenLetter>(`/project/dead-letters/${encodeURIComponent(id)}`, { signal });
}

/** Sends the spans of a dead letter again and returns the receipt. */
export async function retryLetter(id: string, change: DeadLetterRetry): Promise<string> {
  const response = await send(`/project/dead-letters/${encodeURIComponent(id)}/retry`, {
    body: change,
  });
  return receiptOf(response);
}
