import type { GroupBucket, SpanGroup, TraceAnalytics } from '@spanhouse/trace-store/reader';
import type { PlacedSpan } from '@spanhouse/traceql/evaluate';
import {
  type Candidate,
  ExemplarPicker,
  isCounting,
  MAX_VALUES,
  type Measured,
  partsOf,
  SECOND_NS,
  SeriesRun,
  type TimeGrid,
} from '@spanhouse/traceql/metrics';
import type { OpenStore } from '../front-doors/walk-traces.js';
import { compileFlat, type FlatPipeline } from './flat-pipeline.js';
import { type GroupingPlan, planGrouping } from './plan-grouping.js';
import { QueriedSpans } from './queried-span.js';
import { representativeSpan } from './representative-span.js';
import type { CountedSpans, SpanCount } from './span-count.js';

const MAX_BUCKETS = 200_000;
/** Maximum number of groups from which exemplars are picked. */
const MAX_PICKED_GROUPS = 20_000;
const PER_PART = 2;

interface GroupsToRead extends Pick<OpenStore, 'analytics' | 'signal'> {
  readonly selection: Parameters<TraceAnalytics['groupSpans']>[0]['selection'];
}

/** A group whose spans pass the filters. If an attribute is measured, its value is a number. */
interface CountedGroup {
  readonly group: SpanGroup;
  readonly representative: PlacedSpan;
  /**
   * Value of the measured attribute, which all spans of the group share. If the query measures durations, it is the
   * duration of the representative span.
   */
  readonly number: number | undefined;
}

/**
 * Counts spans by groups that the store returns. The query is evaluated once per group, on a representative span.
 * Resolves with undefined if the query cannot be evaluated with grouping keys, or if there are too many groups.
 */
export async function countGroups(
  { count, flat }: { readonly count: SpanCount; readonly flat: FlatPipeline },
  read: GroupsToRead,
): Promise<CountedSpans | undefined> {
  const { first, grid, exemplars } = count;
  const plan = planGrouping(flat, first);
  if (plan === undefined || first.kind === 'compare') {
    return undefined;
  }
  const groups = await readGroups(plan, count, read);
  if (groups === undefined) {
    return undefined;
  }
  const run = new SeriesRun(first, grid);
  const counted = groupsThatCount(groups, { plan, flat, run });
  seeGroups(counted, plan, run);
  if (plan.measured === 'duration' && !listsDurations(groups, count)) {
    return undefined;
  }
  if (exemplars > 0 && counted.length > MAX_PICKED_GROUPS) {
    return undefined;
  }
  const picked = exemplars === 0 ? [] : await pick({ run, plan, count, counted }, read);
  return { series: run.series(), picked };
}

function seeGroups(
  counted: readonly CountedGroup[],
  { measured }: GroupingPlan,
  run: SeriesRun,
): void {
  for (const { group, representative, number = 0 } of counted) {
    for (const bucket of group.buckets) {
      const numbers = measured === 'attribute' ? sameNumbers(number, bucket) : durationsIn(bucket);
      run.seeMany(representative, bucket.bucket, numbers);
    }
  }
}

/** Reads the groups. Resolves with undefined if there are too many groups or an attribute value is truncated. */
async function readGroups(
  { by, measured }: GroupingPlan,
  { first, grid }: SpanCount,
  { analytics, selection, signal }: GroupsToRead,
): Promise<readonly SpanGroup[] | undefined> {
  const needsDurations = measured === 'duration' && first.kind === 'quantile_over_time';
  const maxDurations = needsDurations ? MAX_VALUES : 0;
  const limits = { maxDurations, limit: MAX_BUCKETS };
  const groups = await analytics.groupSpans(
    { selection, by, structure: undefined, time: bucketsOf(grid), ...limits },
    signal,
  );
  return groups?.some(({ attributes }) => attributes.truncated.length > 0) ? undefined : groups;
}

/** Returns false if the query computes a quantile and a group has more durations than the store lists. */
function listsDurations(groups: readonly SpanGroup[], { first }: SpanCount): boolean {
  const isListed = ({ durations, count }: GroupBucket) => durations.length >= count;
  return (
    first.kind !== 'quantile_over_time' || groups.every(({ buckets }) => buckets.every(isListed))
  );
}

function bucketsOf({ from, stepNs }: TimeGrid) {
  return { oldest: from + 1n, bucketNs: stepNs };
}

function groupsThatCount(
  groups: readonly SpanGroup[],
  {
    plan: { measured },
    flat,
    run,
  }: { readonly plan: GroupingPlan; readonly flat: FlatPipeline; readonly run: SeriesRun },
): readonly CountedGroup[] {
  const matches = compileFlat(flat);
  const shown = new QueriedSpans();
  return groups.flatMap((group) => {
    const representative = representativeSpan(group, shown);
    const number = run.numberOf(representative);
    const isMissing = measured === 'attribute' && number === undefined;
    return isMissing || !matches(representative) ? [] : [{ group, representative, number }];
  });
}

function durationsIn(bucket: GroupBucket): Measured {
  return {
    count: bucket.count,
    sum: Number(bucket.totalDuration),
    min: Number(bucket.minDuration),
    max: Number(bucket.maxDuration),
    values: bucket.durations,
  };
}

/** Returns the measurements of spans that all have the same number. */
function sameNumbers(number: number, { count }: GroupBucket): Measured {
  return { count, sum: count * number, min: number, max: number, values: repeat(number, count) };
}

/** Yields a number `count` times. A list with that many numbers might not fit into memory. */
function* repeat(number: number, count: number): Generator<number> {
  for (let index = 0; index < count; index++) {
    yield number;
  }
}

interface Picking {
  readonly run: SeriesRun;
  readonly plan: GroupingPlan;
  readonly count: SpanCount;
  readonly counted: readonly CountedGroup[];
}

/** Finds the spans to show as exemplars. */
async function pick(
  { run, plan: { by, measured }, count: { first, grid, exemplars }, counted }: Picking,
  { analytics, selection, signal }: GroupsToRead,
): Promise<readonly Candidate[]> {
  const isCount = isCounting(first.kind);
  const isDuration = measured === 'duration';
  // Exemplars with the value 0 cannot be shown.
  const shown = counted.filter(({ number }) => isCount || isDuration || number !== 0);
  if (shown.length === 0) {
    return [];
  }
  const series = shown.map(({ representative, number }) =>
    run.groupOf(representative, number ?? 0),
  );
  const numbers = new Map([...new Set(series)].map((key, index) => [key, index + 1]));
  const needsDuration = isDuration && !isCount;
  const found = await analytics.pickSpans(
    {
      selection,
      time: bucketsOf(partsOf(grid, exemplars)),
      by,
      groups: shown.map(({ group: { id } }, index) => ({
        id,
        series: numbers.get(series[index] ?? '') ?? 0,
      })),
      needsDuration,
      perBucket: PER_PART,
    },
    signal,
  );
  const picker = new ExemplarPicker(grid, exemplars);
  for (const { group, duration, ...span } of found) {
    const number = isCount ? undefined : shown[group]?.number;
    const value = needsDuration ? Number(duration) / SECOND_NS : number;
    picker.offer({ ...span, group: series[group] ?? '', value });
  }
  return picker.picked();
}
