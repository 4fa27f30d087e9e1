import { badRequestAt, toValidationDetails, unprocessable } from '@spanhouse/api-kit';
import {
  checkFiltering,
  type FilterExpression,
  type JsonObject,
  parseFiltering,
  parseWindowing,
  toRatePercent,
  type ValidationDetail,
} from '@spanhouse/span-schema';
import type { SpanSelection } from '@spanhouse/trace-store/reader';
import { z } from 'zod';
import { toListQuery } from '../requests/parse-query-body.js';

const DEFAULT_LIMIT = 40;
const MAX_LIMIT = 1000;
const DEFAULT_SAMPLE = 200_000;
const MAX_SAMPLE = 1_000_000;

const membersSchema = z.object({
  selection: z.record(z.string(), z.unknown()),
  limit: z.int().min(1).max(MAX_LIMIT).nullish(),
  sample: z.int().min(1).max(MAX_SAMPLE).nullish(),
});

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
  const members = membersSchema.safeParse(body);
  const selection = parseFiltering(body['selection'], ['body', 'selection']);
  const issues: ValidationDetail[] = [
    ...(members.success ? [] : toValidationDetails(members.error, body, ['body'])),
    ...(members.success && selection.status === 'malformed' ? selection.issues : []),
  ];
  const { filter, windowing } = toListQuery(
    parseFiltering(body['filtering'], ['body', 'filtering']),
    parseWindowing(body['windowing'], ['body', 'windowing']),
    issues,
  );
  if (selection.status === 'malformed') {
    throw unprocessable(selection.issues);
  }
  const checked = checkFiltering(selection.filtering);
  if (checked.status === 'invalid') {
    throw badRequestAt(['selection', ...checked.at], checked.text);
  }
  const { oldest, newest, rate } = windowing;
  return {
    within: {
      filter,
      oldest,
      newest,
      ratePercent: rate === undefined ? undefined : toRatePercent(rate),
    },
    selection: checked.expression,
    limit: members.data?.limit ?? DEFAULT_LIMIT,
    sample: members.data?.sample ?? DEFAULT_SAMPLE,
  };
}
