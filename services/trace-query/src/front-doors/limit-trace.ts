import { HttpProblem } from '@spanhouse/api-kit';

/** A text of at most this many characters is kept while it is measured. */
const KEPT_CHARACTERS = 8 * 1024 * 1024;

/**
 * Resolves with the pieces of the text of a trace, or with undefined if there are none. Throws the 422 of a text above
 * the limit. A text that is too long to keep is written twice: once to measure it, and once for the client.
 */
export async function limitTrace(
  write: () => AsyncGenerator<string>,
  limitBytes: number,
): Promise<Iterable<string> | AsyncIterable<string> | undefined> {
  let kept: string[] | undefined = [];
  let characters = 0;
  let bytes = 0;
  for await (const piece of write()) {
    bytes += Buffer.byteLength(piece);
    if (bytes > limitBytes) {
      throw new HttpProblem(422, { detail: `trace exceeds maximum size of ${limitBytes} bytes` });
    }
    characters += piece.length;
    kept?.push(piece);
    if (characters > KEPT_CHARACTERS) {
      kept = undefined;
    }
  }
  return bytes === 0 ? undefined : (kept ?? write());
}
