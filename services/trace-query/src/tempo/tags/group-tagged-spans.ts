import type { AttributedPart, SpanGroup } from '@spanhouse/trace-store/reader';
import type { Field } from '@spanhouse/traceql';
import { type OpenStore, selectWindow } from '../../front-doors/walk-traces.js';
import { isOfSpan } from '../../traceql/flat-pipeline.js';
import { hintOfCounted } from '../../traceql/hint-of-pipeline.js';
import { planGrouping } from '../../traceql/plan-grouping.js';
import type { TagSelection } from './walk-tagged-spans.js';

/** Fields to group by, in addition to those that the condition needs. */
interface TagGrouping {
  readonly by: readonly Field[];
  readonly structure: AttributedPart | undefined;
  /** Maximum number of groups. */
  readonly limit: number;
}

/**
 * Groups the spans of a selection. The selection's condition only limits the spans to read: callers evaluate it on each
 * group. Resolves with undefined if the fields or the condition cannot be evaluated with grouping keys, or if there are
 * too many groups.
 */
export async function groupTaggedSpans(
  { by, structure, limit }: TagGrouping,
  { range, condition }: TagSelection,
  store: OpenStore,
): Promise<readonly SpanGroup[] | undefined> {
  const plan = isOfSpan(condition)
    ? planGrouping([[condition]], { kind: 'count_over_time', by })
    : undefined;
  if (plan === undefined) {
    return undefined;
  }
  const hint = hintOfCounted([{ kind: 'spans', spans: { kind: 'filter', condition } }]);
  const { limit: _, ...selection } = selectWindow(range, store, { hint, limit });
  const groups = { selection, by: plan.by, structure, time: undefined, maxDurations: 0, limit };
  return await store.analytics.groupSpans(groups, store.signal);
}

/** Returns true if a group contains all values that a condition may need. */
export function hasAllValues({ attributes }: SpanGroup): boolean {
  return attributes.truncated.length === 0;
}
