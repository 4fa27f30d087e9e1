import { type JsonObject, toRatePercent } from '@spanhouse/span-schema';
import { aggregateRequestSchema } from '@spanhouse/span-schema/api';
import type { AggregateField, SpanAggregation } from '@spanhouse/trace-store/reader';
import { parseQueryMembers } from '../requests/parse-query-body.js';
import {
  type NamedMeasure,
  type SentField,
  toField,
  toMeasures,
  toValueAxis,
} from './aggregate-members.js';
import { type AggregateTime, checkAggregateTime, toAggregateTime } from './aggregate-time.js';

/** A parsed aggregation; the selection lacks the values that only the caller and the store know. */
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
  const { filter, windowing, members } = parseQueryMembers(
    body,
    aggregateRequestSchema,
    ({ time }, bounds) => (time ? checkAggregateTime(time, { ...bounds, nowNs }) : []),
  );
  const { oldest, newest, rate } = windowing;
  const time = members.time ? toAggregateTime(members.time, { oldest, newest, nowNs }) : undefined;
  return {
    selection: {
      filter,
      oldest: time?.oldest ?? oldest,
      newest: time?.newest ?? newest,
      ratePercent: rate === undefined ? undefined : toRatePercent(rate),
      order: 'descending',
    },
    focus: members.focus,
    time,
    value: toValueAxis(members.value),
    groupBy: members.group_by.map((sent, index) => toField(sent, ['group_by', index])),
    measures: toMeasures(members),
    limit: members.limit,
    facets: members.facets?.map((sent, index) => ({
      sent,
      field: toField(sent, ['facets', index]),
    })),
  };
}
