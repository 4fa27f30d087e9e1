import { BodyReadError, HttpProblem } from '@spanhouse/api-kit';
import { AppError } from '@spanhouse/service-runtime';
import type { ReadOutcome } from '../metrics.js';

const outcomeByCode = new Map<string, ReadOutcome>([
  ['UNAUTHORIZED', 'refused'],
  ['FORBIDDEN', 'refused'],
  ['CLICKHOUSE_UNAVAILABLE', 'unavailable'],
  ['ANSWERS_OVERLOADED', 'unavailable'],
  ['ANSWER_SHARE_EXHAUSTED', 'refused'],
  ['CATALOG_UNAVAILABLE', 'unavailable'],
  ['LOG_UNAVAILABLE', 'unavailable'],
  ['DEADLINE_EXCEEDED', 'timed_out'],
  ['NOT_YET_VISIBLE', 'timed_out'],
]);

/** Returns the outcome to count for a read that threw `error`. */
export function outcomeOf(error: unknown): ReadOutcome {
  if (error instanceof AppError) {
    return outcomeByCode.get(error.code) ?? 'failed';
  }
  // An unreadable body counts as an invalid request.
  const isRefusal =
    error instanceof HttpProblem ? error.status < 500 : error instanceof BodyReadError;
  return isRefusal ? 'refused' : 'failed';
}
