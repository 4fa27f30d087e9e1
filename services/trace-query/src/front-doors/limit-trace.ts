import { HttpProblem } from '@spanhouse/api-kit';
import { KeptBytes } from './kept-bytes.js';

/** A text that takes more, compressed, is written a second time instead of being kept while it is measured. */
const MAX_KEPT_BYTES = 8 * 1024 * 1024;

/** What a client gets once the size of the whole is known. */
type LimitedText = Iterable<string> | AsyncIterable<string>;

/**
 * Resolves with the pieces of the text of a trace, or with undefined if there are none. Throws the 422 of a text above
 * the limit. Pieces that are iterated asynchronously are read from the store when they are sent.
 */
export async function limitTrace(
  write: () => AsyncGenerator<string>,
  limitBytes: number,
): Promise<LimitedText | undefined> {
  let kept: KeptBytes | undefined = new KeptBytes();
  let bytes = 0;
  for await (const text of write()) {
    const piece = Buffer.from(text);
    bytes += piece.length;
    if (bytes > limitBytes) {
      throw new HttpProblem(422, { detail: `trace exceeds maximum size of ${limitBytes} bytes` });
    }
    kept?.add(piece);
    if (kept !== undefined && kept.size > MAX_KEPT_BYTES) {
      kept = undefined;
    }
  }
  if (bytes === 0) {
    return undefined;
  }
  return kept === undefined ? write() : textsOf(kept);
}

/** Returns whether a text is still to be read from the store. */
export function isUnread(text: LimitedText): boolean {
  return Symbol.asyncIterator in text;
}

function* textsOf(kept: KeptBytes): Generator<string> {
  for (const chunk of kept.chunks()) {
    yield chunk.toString();
  }
}
