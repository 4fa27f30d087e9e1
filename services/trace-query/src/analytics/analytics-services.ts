import { toRatePercent } from '@spanhouse/span-schema';
import type { BucketSelection, TraceAnalytics } from '@spanhouse/trace-store/reader';
import type { Snapshots } from '../consistency/snapshots.js';
import type { ReadContext, ReadServices } from '../http/read-handler.js';
import type { ListQuery } from '../paging/list-request.js';
import type { PageContext } from '../paging/open-page.js';
import { type BucketRange, toBucketRange } from './bucket-range.js';
import type { Actor, ActorListPosition } from './list-actors.js';

/** What the analytics routes need beside what every read needs. */
export interface AnalyticsServices extends ReadServices {
  readonly analytics: TraceAnalytics;
  readonly actorPages: Readonly<Record<Actor, PageContext<ActorListPosition>>>;
  readonly snapshots: Snapshots;
}

/** Returns the same analytics, which add the cost of every statement to the costs of the request. */
export function measuredAnalytics(
  { analytics }: AnalyticsServices,
  { costs }: ReadContext,
): TraceAnalytics {
  return analytics.measured((cost) => costs.add(cost));
}

/** The buckets of a query, and the spans that they count. */
export interface SelectedBuckets {
  readonly range: BucketRange;
  readonly selection: BucketSelection;
}

/** Selects the spans of the requested range that are stored now and match the filter. */
export async function selectBuckets(
  { filter, windowing }: ListQuery,
  { clock, snapshots }: AnalyticsServices,
  { principal, atLeast }: ReadContext,
): Promise<SelectedBuckets> {
  const range = toBucketRange(windowing, clock.nowNs());
  const { oldest, newest, bucketNs } = range;
  const ratePercent = windowing.rate === undefined ? undefined : toRatePercent(windowing.rate);
  const snapshot = await snapshots.current(atLeast);
  const { project_id } = principal;
  return {
    range,
    selection: { project_id, filter, oldest, newest, bucketNs, ratePercent, snapshot },
  };
}
