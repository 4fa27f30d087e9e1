import type { ReadContext, ReadServices } from '../http/read-handler.js';
import type { ListQuery } from '../paging/list-request.js';
import type { PageContext } from '../paging/open-page.js';
import { toSelection } from '../requests/parse-query-body.js';
import { toBucketRange } from './bucket-range.js';
import type { Actor, ActorListPosition } from './list-actors.js';

export interface AnalyticsServices extends ReadServices {
  readonly actorPages: Readonly<Record<Actor, PageContext<ActorListPosition>>>;
}

/** Adds the caller's project and the current snapshot to a selection. */
export async function selectStored<Selection extends object>(
  selection: Selection,
  { principal: { project_id }, snapshot }: ReadContext,
) {
  return { ...selection, project_id, snapshot: await snapshot() };
}

/** Returns the time buckets of a query, and a selection of the stored spans that match the query's filter. */
export async function selectBuckets(query: ListQuery, nowNs: bigint, context: ReadContext) {
  const range = toBucketRange(query.windowing, nowNs);
  const { oldest, newest, bucketNs } = range;
  const buckets = { ...toSelection(query), oldest, newest, bucketNs };
  return { range, selection: await selectStored(buckets, context) };
}
