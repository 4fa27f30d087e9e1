import type { ReceiptStatus as Receipt } from '@spanhouse/span-schema/api';
import { call } from './call.js';

export type { Receipt };

/** Maximum time in ms for which the service holds one request open. Typical proxy timeouts are much longer. */
const WAIT_MS = 10_000;
const MAX_WAITS = 3;
const GATEWAY_TIMEOUT = 504;

/** Returns the receipt in the response to an accepted write. */
export function receiptOf(answer: Response): string {
  return answer.headers.get('x-ingest-receipt') ?? '';
}

/** Waits until no span of a receipt is pending, and returns the receipt. */
export async function awaitReceipt(receipt: string, signal: AbortSignal): Promise<Receipt> {
  for (;;) {
    const answer = await readReceipt(receipt, signal);
    if (answer !== undefined) {
      return answer;
    }
  }
}

/**
 * Waits until all spans of a receipt are stored. If some spans cannot be stored or storing takes too long, rejects with
 * an Error whose message begins with `what`.
 */
export async function awaitStored(
  what: string,
  receipt: string,
  signal?: AbortSignal,
): Promise<void> {
  for (let wait = 0; wait < MAX_WAITS; wait++) {
    const answer = await readReceipt(receipt, signal);
    if (answer?.status === 'stored') {
      return;
    }
    if (answer !== undefined) {
      throw new Error(`${what} was not stored: its receipt is '${answer.status}'.`);
    }
  }
  throw new Error(`${what} is accepted, but it is not stored yet.`);
}

/**
 * Waits up to `WAIT_MS` until no span of a receipt is pending. Returns the receipt, or undefined if some spans are
 * still pending.
 */
async function readReceipt(receipt: string, signal?: AbortSignal): Promise<Receipt | undefined> {
  const headers = {
    'x-consistent-with': receipt,
    'x-consistency-timeout-ms': String(WAIT_MS),
  };
  try {
    return await call<Receipt>(`/receipts/${receipt}`, { headers, ...(signal && { signal }) });
  } catch (error) {
    if ((error as { readonly status?: number }).status !== GATEWAY_TIMEOUT) {
      throw error;
    }
    return undefined;
  }
}
