import { unprocessable } from '@spanhouse/api-kit';
import {
  type FilterExpression,
  type JsonObject,
  parseFiltering,
  toRatePercent,
} from '@spanhouse/span-schema';
import { compareRequestSchema } from '@spanhouse/span-schema/api';
import type { SpanSelection } from '@spanhouse/trace-store/reader';
import { issuesOf } from '../requests/parse-or-422.js';
import { filterOr400, parseQueryMembers } from '../requests/parse-query-body.js';

/** A parsed request for a comparison. */
export interface CompareQuery {
  readonly within: Pick<SpanSelection, 'filter' | 'oldest' | 'newest' | 'ratePercent'>;
  readonly selection: FilterExpression | undefined;
  readonly limit: number;
  readonly sample: number;
}

/**
 * Reads the body of a comparison; see docs/api/analytics.md. Throws the 422 that lists every problem of
 * form, or the 400 of a meaningless filter.
 */
export function parseCompare(body: JsonObject): CompareQuery {
  const selection = parseFiltering(body['selection'], ['body', 'selection']);
  const { filter, windowing, members } = parseQueryMembers(body, compareRequestSchema, () =>
    issuesOf(selection),
  );
  if (selection.status === 'malformed') {
    throw unprocessable(selection.issues);
  }
  const { oldest, newest, rate } = windowing;
  const { limit, sample } = members;
  return {
    within: {
      filter,
      oldest,
      newest,
      ratePercent: rate === undefined ? undefined : toRatePercent(rate),
    },
    selection: filterOr400(selection.filtering, ['selection']),
    limit,
    sample,
  };
}
