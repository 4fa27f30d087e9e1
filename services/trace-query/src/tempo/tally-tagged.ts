import type { TallyKey, TallyRow } from '@spanhouse/trace-store/reader';
import type { Field } from '@spanhouse/traceql';
import { isOfSpan } from '../traceql/flat-pipeline.js';
import { hintOfCounted } from '../traceql/hint-of-counted.js';
import { planTally } from '../traceql/plan-tally.js';
import type { TagSelection, TagStore } from './walk-tagged-spans.js';

/** By what the spans are grouped, beside what tells whether they satisfy the condition. */
interface Wanted {
  /** Fields that the keys must tell. */
  readonly by: readonly Field[];
  /** Further keys, which come first. */
  readonly also: readonly TallyKey[];
  /** The most groups. */
  readonly limit: number;
}

/**
 * Groups the spans of a selection, before its condition is applied. Resolves with undefined if few columns do not tell
 * the fields and the condition, or if there are too many groups.
 */
export async function tallyTagged(
  { by, also, limit }: Wanted,
  { range, condition }: TagSelection,
  { analytics, project_id, snapshot, signal }: TagStore,
): Promise<{ readonly keys: readonly TallyKey[]; readonly rows: readonly TallyRow[] } | undefined> {
  const plan = isOfSpan(condition)
    ? planTally([[condition]], { kind: 'count_over_time', by })
    : undefined;
  if (plan === undefined) {
    return undefined;
  }
  const hint = hintOfCounted([{ kind: 'spans', spans: { kind: 'filter', condition } }]);
  const all = { filter: undefined, ratePercent: undefined, order: 'descending' } as const;
  const keys = [...also, ...plan.keys];
  const rows = await analytics.tallySpans(
    {
      selection: { project_id, snapshot, ...range, ...all, hint },
      time: undefined,
      keys,
      maxDurations: 0,
      limit,
    },
    signal,
  );
  return rows && { keys, rows };
}
