import { badRequest } from '@spanhouse/service-runtime';
import type {
  DeadLetterCounter,
  SpanPosition,
  TracePosition,
  TraceReader,
} from '@spanhouse/trace-store/reader';
import type { ListOutcome, ListRequest } from '../query/list-request.js';
import type { PageContext } from '../query/open-page.js';
import type { ListQuery } from './parse-query-body.js';
import type { ReadContext, ReadServices } from './read-handler.js';

/** What the routes need beside what every read needs. */
export interface QueryServices extends ReadServices {
  readonly reader: TraceReader;
  readonly deadLetters: Pick<DeadLetterCounter, 'countRows'>;
  readonly spanPages: PageContext<SpanPosition>;
  readonly tracePages: PageContext<TracePosition>;
}

export function toListRequest(
  { filter, windowing }: ListQuery,
  { principal, atLeast }: ReadContext,
): ListRequest {
  return { projectId: principal.project_id, filter, windowing, atLeast };
}

/** The list, or the 400 of a cursor that is not one of it. */
export function listedOr400<Item>(
  outcome: ListOutcome<Item>,
): Extract<ListOutcome<Item>, { status: 'listed' }> {
  if (outcome.status === 'invalid_cursor') throw badRequest(outcome.reason);
  return outcome;
}
