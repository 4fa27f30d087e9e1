import type { ReadCosts } from './read-costs.js';

/** Until so many characters, an answer may still become a failure. */
const HELD_CHARACTERS = 8 * 1024 * 1024;

/** The pieces of an answer, none before all of them are there or they are too many to hold. */
export async function* holdBack(
  pieces: AsyncGenerator<string>,
  costs: ReadCosts,
): AsyncGenerator<string> {
  const held: string[] = [];
  let left = HELD_CHARACTERS;
  for await (const piece of pieces) {
    held.push(piece);
    left -= piece.length;
    if (left < 0) {
      costs.isUnderWay = true;
      yield* held.splice(0);
    }
  }
  yield* held;
}
