/** Returns a version 1 answer. `total` is the number of names in a list. */
export function v1Answer(data: object | number, total = 0): object {
  return { data, total, limit: 0, offset: 0, errors: null };
}

/**
 * Yields an answer whose data is written in pieces. After the last piece, calls `missing`, which returns an error for
 * each missing trace.
 */
export async function* v1Pieces(
  data: AsyncIterable<string>,
  missing: () => readonly object[],
): AsyncGenerator<string> {
  yield '{"data":';
  yield* data;
  const errors = missing();
  const shown = errors.length === 0 ? 'null' : JSON.stringify(errors);
  yield `,"total":0,"limit":0,"offset":0,"errors":${shown}}`;
}
