import { HttpProblem } from '@spanhouse/api-kit';
import { KeptBytes } from './kept-bytes.js';

/**
 * Maximum compressed size of a serialized trace that is kept while its size is measured. A trace above this limit is
 * serialized a second time while it is sent.
 */
const MAX_KEPT_BYTES = 8 * 1024 * 1024;

/** The pieces of a serialized trace that does not exceed the size limit. */
type LimitedText = Iterable<string> | AsyncIterable<string>;

/**
 * Resolves with the pieces of a serialized trace, or with undefined if the trace is empty. Throws a 422 if the trace
 * exceeds the limit. If the pieces are read from the store while they are sent, sets `costs.isUnderWay`.
 */
export async function limitTrace(
  write: () => AsyncGenerator<string>,
  limitBytes: number,
  costs: { isUnderWay: boolean },
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
  costs.isUnderWay = kept === undefined;
  return kept === undefined ? write() : textsOf(kept);
}

function* textsOf(kept: KeptBytes): Generator<string> {
  for (const chunk of kept.chunks()) {
    yield chunk.toString();
  }
}
