import type { StoredSpan } from '@spanhouse/span-row';
import type { TallyKey, TallyRow, TraceAnalytics } from '@spanhouse/trace-store/reader';
import type { PlacedSpan } from '@spanhouse/traceql/evaluate';
import { TraceShape } from '@spanhouse/traceql/evaluate';
import {
  type Candidate,
  ExemplarPicker,
  isCounting,
  type Measured,
  partsOf,
  planSeries,
  SECOND_NS,
  type SeriesPlan,
  SeriesRun,
  type TimeGrid,
} from '@spanhouse/traceql/metrics';
import { compileFlat, type FlatPipeline } from './flat-pipeline.js';
import { planTally, type TallyPlan } from './plan-tally.js';
import { QueriedSpans } from './queried-span.js';
import type { CountedSpans, SpanCount } from './span-count.js';

/** The part of the analytics that groups spans. */
export type GroupedStore = Pick<TraceAnalytics, 'tallySpans' | 'pickSpans'>;

type Selection = Parameters<GroupedStore['tallySpans']>[0]['selection'];

const MAX_ROWS = 200_000;
const MAX_CLASSES = 20_000;
const PER_PART = 2;

/** Spans that filters and labels do not tell apart. */
interface SpanClass {
  readonly keys: readonly string[];
  /** Stands for all of them. */
  readonly placed: PlacedSpan;
  readonly matches: boolean;
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
  const withDurations = first.kind === 'quantile_over_time';
  const tally = {
    selection,
    time: bucketsOf(grid),
    keys: plan.keys,
    withDurations,
    limit: MAX_ROWS,
  };
  const rows = await store.tallySpans(tally, signal);
  if (rows === undefined) {
    return undefined;
  }
  const series = planSeries(first);
  const run = new SeriesRun(series, grid);
  const classes = classesOf(rows, plan, flat);
  for (const row of rows) {
    const found = classes.get(keyOf(row.keys));
    if (found?.matches) {
      run.seeAlike(found.placed, row.bucket, measuredOf(row, plan));
    }
  }
  const matching = [...classes.values()].filter(({ matches }) => matches);
  if (exemplars === 0 || matching.length === 0) {
    return { series: run.series(), picked: [] };
  }
  if (matching.length > MAX_CLASSES) {
    return undefined;
  }
  const picking = { run, series, plan, grid, exemplars, classes: matching };
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

function classesOf(
  rows: readonly TallyRow[],
  { keys }: TallyPlan,
  flat: FlatPipeline,
): ReadonlyMap<string, SpanClass> {
  const matches = compileFlat(flat);
  const shown = new QueriedSpans();
  const classes = new Map<string, SpanClass>();
  for (const row of rows) {
    const key = keyOf(row.keys);
    if (!classes.has(key)) {
      const placed = standIn(row, keys, shown);
      classes.set(key, { keys: row.keys, placed, matches: matches(placed) });
    }
  }
  return classes;
}

/** Returns a span with what the keys tell, and with a duration between the bounds that they name. */
function standIn(row: TallyRow, keys: readonly TallyKey[], shown: QueriedSpans): PlacedSpan {
  const told = Object.assign({}, ...keys.map((key, index) => toldBy(key, row.keys[index] ?? '')));
  const unknown = { trace_id: '', span_id: '', attributes: '', start_time: 0n, span_name: '' };
  // A query asks only for what the keys tell.
  const stored = { ...unknown, end_time: row.least, ...told } as StoredSpan;
  const shape = new TraceShape('', [stored]);
  return { span: shown.show(stored), position: 0, shape, rootService: '' };
}

function toldBy(key: TallyKey, text: string): Partial<StoredSpan> {
  switch (key.kind) {
    case 'span_name':
    case 'span_kind':
    case 'status_code':
      return { [key.kind]: text };
    case 'service':
      return toResource(
        text.startsWith('=')
          ? JSON.stringify({ attributes: { 'service.name': text.slice(1) } })
          : text,
      );
    case 'resource':
      return toResource(text);
    case 'is_top':
      return { parent_id: text === '1' ? undefined : 'ffffffffffffffff' };
    default:
      return {};
  }
}

function toResource(text: string): Partial<StoredSpan> {
  return text === '' ? {} : { resource: text };
}

function measuredOf(row: TallyRow, { keys, isMeasured }: TallyPlan): Measured {
  const { count } = row;
  if (keys.at(-1)?.kind === 'duration_bucket') {
    return { count, sum: 0, min: 0, max: Number(row.keys.at(-1)), values: [] };
  }
  return isMeasured
    ? {
        count,
        sum: Number(row.sum),
        min: Number(row.least),
        max: Number(row.most),
        values: row.durations,
      }
    : { count, sum: 0, min: 0, max: 0, values: [] };
}

interface Picking {
  readonly run: SeriesRun;
  readonly series: SeriesPlan;
  readonly plan: TallyPlan;
  readonly grid: TimeGrid;
  readonly exemplars: number;
  readonly classes: readonly SpanClass[];
}

/** Finds the spans that stand for series as exemplars. */
async function pick(
  { run, series, plan, grid, exemplars, classes }: Picking,
  { store, selection, signal }: GroupsToRead,
): Promise<readonly Candidate[]> {
  const isBucketed = plan.keys.at(-1)?.kind === 'duration_bucket';
  const groups = classes.map(({ placed, keys }) =>
    run.groupOf(placed, isBucketed ? Number(keys.at(-1)) : 0),
  );
  const numbers = new Map([...new Set(groups)].map((group, index) => [group, index + 1]));
  const isMeasured = !isCounting(series.first.kind);
  const found = await store.pickSpans(
    {
      selection,
      time: bucketsOf(partsOf(grid, exemplars)),
      keys: plan.keys,
      classes: classes.map(({ keys }, index) => ({
        keys,
        group: numbers.get(groups[index] ?? '') ?? 0,
      })),
      needsDuration: isMeasured,
      perBucket: PER_PART,
    },
    signal,
  );
  const picker = new ExemplarPicker(grid, exemplars);
  for (const { classIndex, duration, ...span } of found) {
    const value = isMeasured ? Number(duration) / SECOND_NS : undefined;
    picker.offer({ ...span, group: groups[classIndex] ?? '', value });
  }
  return picker.picked();
}
