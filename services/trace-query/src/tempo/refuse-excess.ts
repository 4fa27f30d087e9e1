import { HttpProblem } from '@spanhouse/api-kit';
import { TooManyPairs } from '@spanhouse/traceql/evaluate';
import { TooManySeries } from '@spanhouse/traceql/metrics';
import type { Read } from '../http/read-handler.js';

/** Returns the same read, which refuses a query that needs more than it gets with the 422 that says what to change. */
export function refusingExcess<Request>(read: Read<Request>): Read<Request> {
  const { answer, send } = read;
  return {
    ...read,
    ...(answer && {
      answer: (request, context) => refuse(async () => await answer(request, context)),
    }),
    ...(send && { send: (request, exchange) => refuse(() => send(request, exchange)) }),
  };
}

async function refuse<Result>(compute: () => Promise<Result>): Promise<Result> {
  try {
    return await compute();
  } catch (error) {
    if (error instanceof TooManySeries || error instanceof TooManyPairs) {
      throw new HttpProblem(422, { detail: error.message });
    }
    throw error;
  }
}
