import type { Dispatcher, Pool } from 'undici';

/** The status line and headers of a response. */
export interface ResponseHead {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** A response. The end of its body may be missing. */
export interface Exchanged extends ResponseHead {
  readonly body: Buffer;
}

/** Conditions that end an exchange early. */
export interface ExchangeLimits {
  readonly signal: AbortSignal;
  /** Returns the number of bytes to read from the body. */
  readonly maxBytesOf: (head: ResponseHead) => number;
}

/**
 * Sends a request and collects the response. The connection closes as soon as enough bytes have arrived. Rejects with a
 * network error from Node or undici, or with the reason of the signal.
 *
 * The function calls `dispatch` instead of undici's `request`, because `request` creates objects that survive many
 * garbage collections.
 */
export function exchange(
  pool: Pool,
  request: Dispatcher.DispatchOptions,
  { signal, maxBytesOf }: ExchangeLimits,
): Promise<Exchanged> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const chunks: Buffer[] = [];
    let head: ResponseHead = { statusCode: 0, headers: {} };
    let missingBytes = 0;
    let connection: Dispatcher.DispatchController | undefined;
    const finish = () => {
      signal.removeEventListener('abort', abort);
      resolve({ ...head, body: Buffer.concat(chunks) });
    };
    const fail = (error: Error) => {
      signal.removeEventListener('abort', abort);
      reject(error);
    };
    const abort = () => {
      fail(signal.reason);
      connection?.abort(signal.reason);
    };
    const closeIfEnough = () => {
      if (missingBytes <= 0) {
        finish();
        connection?.abort(new Error('the rest of the answer is not needed'));
      }
    };
    signal.addEventListener('abort', abort, { once: true });
    pool.dispatch(request, {
      onRequestStart(controller) {
        connection = controller;
        if (signal.aborted) {
          abort();
        }
      },
      onResponseStart(_, statusCode, headers) {
        head = { statusCode, headers };
        missingBytes = maxBytesOf(head);
        closeIfEnough();
      },
      onResponseData(_, chunk) {
        chunks.push(chunk);
        missingBytes -= chunk.length;
        closeIfEnough();
      },
      onResponseEnd: finish,
      onResponseError: (_, error) => fail(error),
    });
  });
}
