import type { RunStatement } from './run-statement.js';

class TooManyBytes extends Error {}

/**
 * Runs `work` and resolves with its result. Resolves with undefined when the answers of its statements reach
 * `maxBytes`.
 */
export async function withinBytes<Result>(
  maxBytes: number,
  run: RunStatement,
  work: (run: RunStatement) => Promise<Result>,
): Promise<Result | undefined> {
  let leftBytes = maxBytes;
  try {
    return await work(async (statement) => {
      const answer = await run(statement, leftBytes);
      leftBytes -= answer.length;
      if (leftBytes <= 0) {
        throw new TooManyBytes();
      }
      return answer;
    });
  } catch (error) {
    if (error instanceof TooManyBytes) {
      return undefined;
    }
    throw error;
  }
}
