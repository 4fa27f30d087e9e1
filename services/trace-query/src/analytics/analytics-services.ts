import type { TraceAnalytics } from '@spanhouse/trace-store/reader';
import type { Snapshots } from '../consistency/snapshots.js';
import type { ReadContext, ReadServices } from '../http/read-handler.js';
import type { ListQuery } from '../paging/list-request.js';
import type { PageContext } from '../paging/open-page.js';
import { toSelection } from '../requests/parse-query-body.js';
import { toBucketRange } from './bucket-range.js';
import type { Actor, ActorListPosition } from './list-actors.js';

/** Services of the analytics routes. */
export interface AnalyticsServices extends ReadServices {
  readonly analytics: TraceAnalytics;
  readonly actorPages: Readonly<Record<Actor, PageContext<ActorListPosition>>>;
  readonly snapshots: Snapshots;
}

/** Returns analytics that add the cost of each statement to the costs of the request. */
export function measuredAnalytics(
  { analytics }: AnalyticsServices,
  { costs }: ReadContext,
): TraceAnalytics {
  return analytics.measured((cost) => costs.add(cost));
}

/** Returns the buckets of a query, and a selection of the stored spans that match its filter. */
export async function selectBuckets(
  query: ListQuery,
  { clock, snapshots }: AnalyticsServices,
  { principal, atLeast, tellVisible }: ReadContext,
) {
  const range = toBucketRange(query.windowing, clock.nowNs());
  const { oldest, newest, bucketNs } = range;
  const snapshot = await snapshots.current(atLeast, tellVisible);
  const { project_id } = principal;
  const selection = { ...toSelection(query), project_id, oldest, newest, bucketNs, snapshot };
  return { range, selection };
}
