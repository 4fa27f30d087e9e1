import type { ReceiptTarget } from '@spanhouse/span-log/receipt';
import { type FilterExpression, toRatePercent, type Windowing } from '@spanhouse/span-schema';
import type { BucketSelection } from '@spanhouse/trace-store/reader';
import type { BucketRange } from './bucket-range.js';
import type { Snapshots } from './snapshots.js';

interface BucketQuery {
  readonly query: {
    readonly filter: FilterExpression | undefined;
    readonly windowing: Pick<Windowing, 'rate'>;
  };
  readonly range: Pick<BucketRange, 'oldest' | 'newest' | 'bucketNs'>;
  readonly context: {
    readonly principal: { readonly project_id: string };
    readonly atLeast: ReceiptTarget | undefined;
  };
}

/** What is stored by now. */
export async function toBucketSelection(
  { query, range, context }: BucketQuery,
  snapshots: Snapshots,
): Promise<BucketSelection> {
  const { rate } = query.windowing;
  const { oldest, newest, bucketNs } = range;
  return {
    project_id: context.principal.project_id,
    filter: query.filter,
    ...{ oldest, newest, bucketNs },
    ratePercent: rate === undefined ? undefined : toRatePercent(rate),
    snapshot: await snapshots.current(context.atLeast),
  };
}
