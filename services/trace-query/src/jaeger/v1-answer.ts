import { stringifyStored } from '../span-json/parse-stored-json.js';

/** A requested trace that was not found. */
export interface MissingTrace {
  readonly msg: string;
  readonly traceID: string;
}

/** Returns the JSON text of an answer of version 1. `total` is the number of names in a list. */
export function v1Answer(data: object | number, total = 0): string {
  const json = typeof data === 'number' ? String(data) : stringifyStored(data);
  return `{"data":${json},${endOfAnswer([], total)}`;
}

/** Yields an answer with data that is written in pieces. `missing` is called after the last piece. */
export async function* v1Pieces(
  data: AsyncIterable<string>,
  missing: () => readonly MissingTrace[],
): AsyncGenerator<string> {
  yield '{"data":';
  yield* data;
  yield `,${endOfAnswer(missing())}`;
}

function endOfAnswer(errors: readonly MissingTrace[], total = 0): string {
  const shown = errors.length === 0 ? 'null' : JSON.stringify(errors);
  return `"total":${total},"limit":0,"offset":0,"errors":${shown}}`;
}
