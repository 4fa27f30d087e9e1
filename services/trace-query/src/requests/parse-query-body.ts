import {
  badRequestAt,
  type HttpRequest,
  readJsonObject,
  toValidationDetails,
  unprocessable,
} from '@spanhouse/api-kit';
import type { RevisionReferences } from '@spanhouse/catalog';
import {
  checkFiltering,
  type FilterExpression,
  type Filtering,
  type JsonObject,
  type Location,
  type ParsedFiltering,
  type ParsedWindowing,
  type Projection,
  parseFiltering,
  parseProjection,
  parseWindowing,
  toRatePercent,
  type ValidationDetail,
  type Windowing,
} from '@spanhouse/span-schema';
import type { z } from 'zod';
import type { ListQuery } from '../paging/list-request.js';
import { issuesOf } from './parse-or-422.js';
import { findReferences } from './parse-references.js';

/** A parsed body of `/spans/query` or `/traces/query`. */
export interface QueryBody extends ListQuery {
  /** The filter as the client sent it. It is combined with the filter of a saved query. */
  readonly filtering: Filtering | undefined;
  /** References to a saved query; undefined if the request names none. */
  readonly refs: RevisionReferences | undefined;
  /** Parts of spans to show; undefined for whole spans. */
  readonly projection: Projection | undefined;
}

/** Parses the body of a list route. The projection is parsed only if the list contains spans. */
export async function parseQueryBody(
  req: HttpRequest,
  { limitBytes, hasSpans }: { readonly limitBytes: number; readonly hasSpans: boolean },
): Promise<QueryBody> {
  const body = await readJsonObject(req, { limitBytes });
  const sentProjection = hasSpans ? body['projection'] : undefined;
  const parsed = parseProjection(sentProjection, ['body', 'projection']);
  const filtering = parseFiltering(body['filtering'], ['body', 'filtering']);
  const windowing = parseWindowing(body['windowing'], ['body', 'windowing']);
  const query = toListQuery(filtering, windowing, issuesOf(parsed));
  const sent = filtering.status === 'parsed' ? filtering.filtering : undefined;
  const projection = parsed.status === 'parsed' ? parsed.projection : undefined;
  return { ...query, filtering: sent, refs: findReferences(body), projection };
}

/**
 * Returns the validated query. Throws a 422 that lists all structural problems, beginning with the problems in other
 * members (`issues`). Throws a 400 if the filter is semantically invalid.
 */
export function toListQuery(
  filtering: ParsedFiltering,
  windowing: ParsedWindowing,
  issues: readonly ValidationDetail[] = [],
): ListQuery {
  if (filtering.status === 'malformed' || windowing.status === 'malformed' || issues.length > 0) {
    throw unprocessable([...issues, ...issuesOf(filtering), ...issuesOf(windowing)]);
  }
  return {
    filter: filterOr400(filtering.filtering, ['filtering']),
    windowing: windowing.windowing,
  };
}

/** Returns a validated filter. Throws a 400 if the filter is semantically invalid. */
export function filterOr400(
  filtering: Filtering | undefined,
  loc: Location,
): FilterExpression | undefined {
  const checked = checkFiltering(filtering);
  if (checked.status === 'invalid') {
    throw badRequestAt([...loc, ...checked.at], checked.text);
  }
  return checked.expression;
}

/**
 * Parses a body that contains a filter, a window and the members of `schema`. `check` returns problems that the schema
 * cannot find. Throws a 422 that lists all structural problems, or a 400 if the filter is semantically invalid.
 */
export function parseQueryMembers<Schema extends z.ZodType>(
  body: JsonObject,
  schema: Schema,
  check: (
    members: z.output<Schema>,
    windowing: Partial<Windowing>,
  ) => readonly ValidationDetail[] = () => [],
) {
  const parsed = schema.safeParse(body);
  const filtering = parseFiltering(body['filtering'], ['body', 'filtering']);
  const windowing = parseWindowing(body['windowing'], ['body', 'windowing']);
  const issues = parsed.success
    ? check(parsed.data, windowing.status === 'parsed' ? windowing.windowing : {})
    : toValidationDetails(parsed.error, body, ['body']);
  const query = toListQuery(filtering, windowing, issues);
  // If the schema had refused the body, `toListQuery` would have thrown.
  const members = parsed.data as z.output<Schema>;
  return { ...query, selection: toSelection(query), members };
}

/** Returns the conditions that spans must satisfy to match a query. */
export function toSelection({ filter, windowing: { oldest, newest, rate } }: ListQuery) {
  return {
    filter,
    oldest,
    newest,
    ratePercent: rate === undefined ? undefined : toRatePercent(rate),
  };
}
