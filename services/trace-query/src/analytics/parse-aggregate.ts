import { toValidationDetails } from '@spanhouse/api-kit';
import {
  type JsonObject,
  parseFiltering,
  parseWindowing,
  toRatePercent,
  type ValidationDetail,
} from '@spanhouse/span-schema';
import type { AggregateField, SpanAggregation } from '@spanhouse/trace-store/reader';
import { toListQuery } from '../requests/parse-query-body.js';
import {
  type AggregateMembers,
  aggregateMembersSchema,
  type NamedMeasure,
  type SentField,
  toField,
  toLimit,
  toMeasures,
  toValueAxis,
} from './aggregate-members.js';
import { type AggregateTime, toAggregateTime } from './aggregate-time.js';

/** A parsed aggregation; the selection lacks what only the caller and the store know. */
export interface AggregateQuery
  extends Pick<SpanAggregation, 'focus' | 'value' | 'groupBy' | 'limit'> {
  readonly selection: Pick<
    SpanAggregation['selection'],
    'filter' | 'oldest' | 'newest' | 'ratePercent' | 'order'
  >;
  readonly time: AggregateTime | undefined;
  readonly measures: readonly NamedMeasure[];
  /** As they were sent; undefined if the request has none. */
  readonly facets: readonly SentFacet[] | undefined;
}

/** A facet with the members that the answer repeats. */
export interface SentFacet {
  readonly sent: SentField;
  readonly field: AggregateField;
}

/**
 * Reads the body of an aggregation; see docs/api/analytics.md. Throws the 422 that lists every problem of
 * form, or the 400 of a meaningless filter or field.
 */
export function parseAggregate(body: JsonObject, nowNs: bigint): AggregateQuery {
  const parsed = aggregateMembersSchema.safeParse(body);
  const filtering = parseFiltering(body['filtering'], ['body', 'filtering']);
  const windowing = parseWindowing(body['windowing'], ['body', 'windowing']);
  const members: AggregateMembers = parsed.success ? parsed.data : {};
  const issues: ValidationDetail[] = parsed.success
    ? []
    : [...toValidationDetails(parsed.error, body, ['body'])];
  const { oldest, newest } = windowing.status === 'parsed' ? windowing.windowing : {};
  const time = members.time
    ? toAggregateTime(members.time, { oldest, newest, nowNs }, issues)
    : undefined;
  const query = toListQuery(filtering, windowing, issues);
  const { rate } = query.windowing;
  return {
    selection: {
      filter: query.filter,
      oldest: time?.oldest ?? oldest,
      newest: time?.newest ?? newest,
      ratePercent: rate === undefined ? undefined : toRatePercent(rate),
      order: 'descending',
    },
    focus: members.focus ?? 'span',
    time,
    value: toValueAxis(members.value),
    groupBy: (members.group_by ?? []).map((sent, index) => toField(sent, ['group_by', index])),
    measures: toMeasures(members),
    limit: toLimit(members),
    facets: members.facets?.map((sent, index) => ({
      sent,
      field: toField(sent, ['facets', index]),
    })),
  };
}
