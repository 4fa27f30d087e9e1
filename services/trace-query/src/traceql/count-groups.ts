import type { TallyRow, TraceAnalytics } from '@spanhouse/trace-store/reader';
import type { PlacedSpan } from '@spanhouse/traceql/evaluate';
import {
  type Candidate,
  ExemplarPicker,
  isCounting,
  MAX_VALUES,
  type Measured,
  partsOf,
  planSeries,
  SECOND_NS,
  SeriesRun,
  type TimeGrid,
} from '@spanhouse/traceql/metrics';
import { compileFlat, type FlatPipeline } from './flat-pipeline.js';
import { planTally, type TallyPlan } from './plan-tally.js';
import { QueriedSpans } from './queried-span.js';
import type { CountedSpans, SpanCount } from './span-count.js';
import { standIn, tellAll } from './stand-in.js';

/** The part of the analytics that groups spans. */
export type GroupedStore = Pick<TraceAnalytics, 'tallySpans' | 'pickSpans'>;

type Selection = Parameters<GroupedStore['tallySpans']>[0]['selection'];

const MAX_ROWS = 200_000;
const MAX_CLASSES = 20_000;
const PER_PART = 2;

/** Spans that filters, labels and measured attributes do not tell apart. */
interface SpanClass {
  readonly keys: readonly string[];
  /** Stands for all of them. */
  readonly placed: PlacedSpan;
  /** The measured attribute of each. */
  readonly number: number | undefined;
  /** Whether they count. */
  readonly counts: boolean;
}

/**
 * Counts spans by groups of equal ones, which the store makes: the query is evaluated once for each group. Resolves with
 * undefined if the query tells too many spans apart.
 */
export async function countGroups(
  { count, flat }: { readonly count: SpanCount; readonly flat: FlatPipeline },
  { store, selection, signal }: GroupsToRead,
): Promise<CountedSpans | undefined> {
  const { first, grid, exemplars } = count;
  const plan = planTally(flat, first);
  if (plan === undefined || first.kind === 'compare') {
    return undefined;
  }
  const needsDurations = first.kind === 'quantile_over_time' && plan.measured === 'duration';
  const maxDurations = needsDurations ? MAX_VALUES : 0;
  const tally = { selection, time: bucketsOf(grid), keys: plan.keys, maxDurations };
  const rows = await store.tallySpans({ ...tally, limit: MAX_ROWS }, signal);
  if (rows === undefined || !rows.every(({ keys: texts }) => tellAll({ keys: plan.keys, texts }))) {
    return undefined;
  }
  const run = new SeriesRun(planSeries(first), grid);
  const counting = seeRows(rows, { plan, flat, run, first });
  if (needsDurations && rows.some(({ count, durations }) => durations.length < count)) {
    return undefined; // few enough count, but the durations of all are too many to list
  }
  if (exemplars === 0 || counting.length === 0) {
    return { series: run.series(), picked: [] };
  }
  if (counting.length > MAX_CLASSES) {
    return undefined;
  }
  const picking = { run, plan, count, classes: counting };
  return { series: run.series(), picked: await pick(picking, { store, selection, signal }) };
}

interface GroupsToRead {
  readonly store: GroupedStore;
  readonly selection: Selection;
  readonly signal: AbortSignal;
}

function bucketsOf({ from, stepNs }: TimeGrid) {
  return { oldest: from + 1n, bucketNs: stepNs };
}

function keyOf(keys: readonly string[]): string {
  return JSON.stringify(keys);
}

interface Counting {
  readonly plan: TallyPlan;
  readonly flat: FlatPipeline;
  readonly run: SeriesRun;
}

/** Counts the spans of rows in the run. Returns the classes of those that count. */
function seeRows(
  rows: readonly TallyRow[],
  { first, ...counting }: Counting & Pick<SpanCount, 'first'>,
): readonly SpanClass[] {
  const { plan, run } = counting;
  const classes = classesOf(rows, counting);
  for (const row of rows) {
    const found = classes.get(keyOf(row.keys));
    if (found?.counts) {
      run.seeAlike(found.placed, row.bucket, measuredOf(row, found, { plan, first }));
    }
  }
  return [...classes.values()].filter(({ counts }) => counts);
}

function classesOf(
  rows: readonly TallyRow[],
  { plan: { keys, measured }, flat, run }: Counting,
): ReadonlyMap<string, SpanClass> {
  const matches = compileFlat(flat);
  const shown = new QueriedSpans();
  const classes = new Map<string, SpanClass>();
  for (const row of rows) {
    const key = keyOf(row.keys);
    if (!classes.has(key)) {
      const placed = standIn({ keys, texts: row.keys, duration: row.least }, shown);
      const number = measured === 'attribute' ? run.numberOf(placed) : undefined;
      const isCounted = measured !== 'attribute' || number !== undefined;
      classes.set(key, { keys: row.keys, placed, number, counts: isCounted && matches(placed) });
    }
  }
  return classes;
}

function measuredOf(
  row: TallyRow,
  { number }: SpanClass,
  { plan: { keys, measured }, first }: { readonly plan: TallyPlan } & Pick<SpanCount, 'first'>,
): Measured {
  const { count } = row;
  if (number !== undefined) {
    const isKept = first.kind === 'quantile_over_time';
    const values = isKept ? repeated(number, count) : [];
    return { count, sum: count * number, min: number, max: number, values };
  }
  if (keys.at(-1)?.kind === 'duration_bucket') {
    return { count, sum: 0, min: 0, max: Number(row.keys.at(-1)), values: [] };
  }
  return measured === 'duration'
    ? {
        count,
        sum: Number(row.sum),
        min: Number(row.least),
        max: Number(row.most),
        values: row.durations,
      }
    : { count, sum: 0, min: 0, max: 0, values: [] };
}

/** Not a list, because a group may have more spans than a run takes. */
function* repeated(number: number, count: number): Generator<number> {
  for (let index = 0; index < count; index++) {
    yield number;
  }
}

interface Picking {
  readonly run: SeriesRun;
  readonly plan: TallyPlan;
  readonly count: SpanCount;
  readonly classes: readonly SpanClass[];
}

/** Finds the spans that stand for series as exemplars. */
async function pick(
  { run, plan, count: { first, grid, exemplars }, classes }: Picking,
  { store, selection, signal }: GroupsToRead,
): Promise<readonly Candidate[]> {
  const isCount = isCounting(first.kind);
  // An exemplar of 0 cannot be shown.
  const shown = classes.filter(({ number }) => isCount || number !== 0);
  if (shown.length === 0) {
    return [];
  }
  const isBucketed = plan.keys.at(-1)?.kind === 'duration_bucket';
  const groups = shown.map(({ placed, keys, number }) =>
    run.groupOf(placed, isBucketed ? Number(keys.at(-1)) : (number ?? 0)),
  );
  const numbers = new Map([...new Set(groups)].map((group, index) => [group, index + 1]));
  const needsDuration = plan.measured === 'duration' && !isCount;
  const found = await store.pickSpans(
    {
      selection,
      time: bucketsOf(partsOf(grid, exemplars)),
      keys: plan.keys,
      classes: shown.map(({ keys }, index) => ({
        keys,
        group: numbers.get(groups[index] ?? '') ?? 0,
      })),
      needsDuration,
      perBucket: PER_PART,
    },
    signal,
  );
  const picker = new ExemplarPicker(grid, exemplars);
  for (const { classIndex, duration, ...span } of found) {
    const own = isCount ? undefined : shown[classIndex]?.number;
    const value = needsDuration ? Number(duration) / SECOND_NS : own;
    picker.offer({ ...span, group: groups[classIndex] ?? '', value });
  }
  return picker.picked();
}
