import { request } from 'node:http';
import { createInterface } from 'node:readline';
import type { Json } from './http-client.js';

/** The lines of a response that may be endless. */
export interface OpenLines {
  readonly status: number;
  /** Resolves with the next line, or with undefined at the end. */
  next(): Promise<string | undefined>;
  close(): void;
}

/** Sends a body and reads the lines of the response as they arrive. */
export function openLines(
  url: string,
  { body, headers = {} }: { readonly body: Json; readonly headers?: Record<string, string> },
): Promise<OpenLines> {
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
    });
    sent.on('error', reject).on('response', (answer) => {
      const lines = createInterface({ input: answer })[Symbol.asyncIterator]();
      resolve({
        status: answer.statusCode ?? 0,
        next: async () => {
          const { value, done } = await lines.next();
          return done === true ? undefined : value;
        },
        close: () => void answer.destroy(),
      });
    });
    sent.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
}
