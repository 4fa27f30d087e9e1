import { toRatePercent } from '@spanhouse/span-schema';
import type { TraceAnalytics } from '@spanhouse/trace-store/reader';
import type { Snapshots } from '../consistency/snapshots.js';
import type { ReadContext, ReadServices } from '../http/read-handler.js';
import type { ListQuery } from '../paging/list-request.js';
import type { PageContext } from '../paging/open-page.js';
import { toBucketRange } from './bucket-range.js';
import type { Actor, ActorListPosition } from './list-actors.js';

/** Services of the analytics routes. */
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

/** Returns the buckets of a query, and the selection of the spans that are stored now and match its filter. */
export async function selectBuckets(
  { filter, windowing }: ListQuery,
  { clock, snapshots }: AnalyticsServices,
  { principal, atLeast, tellVisible }: ReadContext,
) {
  const range = toBucketRange(windowing, clock.nowNs());
  const { oldest, newest, bucketNs } = range;
  const ratePercent = windowing.rate === undefined ? undefined : toRatePercent(windowing.rate);
  const snapshot = await snapshots.current(atLeast, tellVisible);
  const { project_id } = principal;
  const selection = { project_id, filter, oldest, newest, bucketNs, ratePercent, snapshot };
  return { range, selection };
}
