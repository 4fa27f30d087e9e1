import { decodeSpanRows, ROW_SCHEMA_VERSION } from '@spanhouse/span-row';
import type { ReadCost } from '../read-cost.js';
import type { SpanAggregate, SpanAggregation } from '../span-aggregation.js';
import type { PickedSpan, SpanGroup, SpanGrouping, SpanPick } from '../span-groups.js';
import type { TombstoneBlock } from '../span-writer.js';
import type {
  ActorPage,
  ActorSelection,
  AttributeKey,
  AttributeRange,
  AttributeValue,
  BucketSelection,
  DayCount,
  DayRange,
  MetricBucket,
  MetricSpec,
  RowSelection,
  SampledSpan,
  SpanSample,
  SumBucket,
  TraceAnalytics,
} from '../trace-analytics.js';
import { aggregateSpans } from './analytics/aggregate-spans.js';
import { countDays, countKeys, countPartKeys, countValues } from './analytics/count-attributes.js';
import { groupSpans, pickSpans } from './analytics/group-spans.js';
import { compareActors, listActors } from './analytics/list-actors.js';
import { sampleOf } from './analytics/sample-spans.js';
import { sumSpans, sumTraces } from './analytics/sum-buckets.js';
import { summarizeMetric } from './analytics/summarize-metric.js';
import { entriesOf, type MeasuredRow, shownAt } from './analytics/trace-entries.js';
import {
  compareValues,
  currentRows,
  inOrder,
  isInSnapshot,
  selectRows,
  withoutDeleted,
} from './select-rows.js';
import { encodeRows, type RowInput } from './span-block.js';

type Selection = BucketSelection | RowSelection | ActorSelection | DayRange;

/**
 * Stores all rows in a list and computes each answer from all of them, which is slow but obviously correct. Rows never
 * expire. ClickHouse truncates long key lists, but the fake lists the keys of every scalar in a span.
 */
export class FakeTraceAnalytics implements TraceAnalytics {
  /** While set, every read rejects with this error. */
  failure: Error | undefined;
  /** The selections of all reads. */
  readonly selections: Selection[] = [];
  /** The specs of the last call to `measureTraces`. */
  specs: readonly MetricSpec[] = [];
  /** The focus of the last call to `sumBuckets`. */
  focus: 'trace' | 'span' | undefined;
  /** The request of the last call to `aggregateSpans`. */
  aggregation: SpanAggregation | undefined;
  /** All rows that were added, including deleted rows. */
  #received: readonly MeasuredRow[] = [];
  #rows: readonly MeasuredRow[] = [];
  #onCost: (cost: ReadCost) => void = () => undefined;

  /** Stores spans at a position in the log. */
  add(
    rows: readonly RowInput[],
    { logPartition = 0, logOffset = 0n }: { logPartition?: number; logOffset?: bigint } = {},
  ): void {
    const added = rows.flatMap((row) =>
      decodeSpanRows(encodeRows([row]), ROW_SCHEMA_VERSION).map((span) => ({
        span,
        source: row.span,
        projectId: row.context.project_id,
        logPartition,
        logOffset,
      })),
    );
    this.#received = [...this.#received, ...added];
    this.#rows = [...this.#rows, ...added];
  }

  /** Hides the rows of the deleted traces that precede the deletes in the log. */
  delete(block: TombstoneBlock): void {
    this.#rows = withoutDeleted(this.#rows, block);
  }

  async measureTraces(
    selection: BucketSelection,
    specs: readonly MetricSpec[],
  ): Promise<readonly MetricBucket[]> {
    this.specs = specs;
    await this.#begin(selection);
    const entries = entriesOf(this.#current(selection), selection);
    return [...Map.groupBy(entries, ({ bucket }) => bucket)]
      .toSorted(([left], [right]) => left - right)
      .map(([index, inside]) => ({
        index,
        metrics: specs.map((spec) =>
          summarizeMetric(
            spec,
            inside.map((entry) => shownAt(entry, spec.path)),
          ),
        ),
      }));
  }

  async sumBuckets(
    selection: BucketSelection,
    focus: 'trace' | 'span',
  ): Promise<readonly SumBucket[]> {
    this.focus = focus;
    await this.#begin(selection);
    const rows = this.#current(selection);
    return focus === 'trace' ? sumTraces(rows, selection) : sumSpans(rows, selection);
  }

  async aggregateSpans(aggregation: SpanAggregation): Promise<SpanAggregate> {
    this.aggregation = aggregation;
    await this.#begin(aggregation.selection);
    return aggregateSpans(this.#current(aggregation.selection), aggregation);
  }

  async groupSpans(grouping: SpanGrouping): Promise<readonly SpanGroup[] | undefined> {
    await this.#begin(grouping.selection);
    return groupSpans(this.#current(grouping.selection), grouping);
  }

  async pickSpans(pick: SpanPick): Promise<readonly PickedSpan[]> {
    await this.#begin(pick.selection);
    return pickSpans(this.#current(pick.selection), pick);
  }

  async countTraces(selection: RowSelection): Promise<number> {
    await this.#begin(selection);
    const rows = selectRows(this.#current(selection), selection);
    return new Set(rows.map(({ span }) => span.trace_id)).size;
  }

  async sampleSpans(
    sample: SpanSample,
    onSpans: (spans: readonly SampledSpan[]) => void,
  ): Promise<boolean> {
    await this.#begin(sample.selection);
    const { spans, isCut } = sampleOf(this.#current(sample.selection), sample);
    onSpans(spans);
    return isCut;
  }

  async listActors(selection: ActorSelection): Promise<ActorPage> {
    await this.#begin(selection);
    const { after, limit, order, project_id } = selection;
    const now = this.#current({ project_id, snapshot: [] });
    const actors = listActors(this.#current(selection), now, selection).filter(
      (actor) => after === undefined || inOrder(order, compareActors)(actor, after) > 0,
    );
    return { actors: actors.slice(0, limit), hasMore: actors.length > limit };
  }

  async listAttributeKeys(range: AttributeRange): Promise<readonly AttributeKey[]> {
    await this.#begin(range);
    return range.source === 'attributes'
      ? countKeys(this.#receivedOf(range), range)
      : countPartKeys(this.#inRange(range), { ...range, source: range.source });
  }

  async listAttributeValues(
    request: AttributeRange & { readonly key: string },
  ): Promise<readonly AttributeValue[]> {
    await this.#begin(request);
    return countValues(this.#inRange(request), request);
  }

  async listSpansByDay(range: DayRange): Promise<readonly DayCount[]> {
    await this.#begin(range);
    return countDays(this.#receivedOf(range), range);
  }

  async listServices(
    ...[{ project_id, limit }]: Parameters<TraceAnalytics['listServices']>
  ): Promise<readonly string[]> {
    await this.#begin({ project_id, oldest: undefined, newest: undefined });
    const current = this.#current({ project_id, snapshot: [] });
    const names = current.map(({ source }) => source.resource?.attributes?.['service.name']);
    return [...new Set(names.map((name) => (typeof name === 'string' ? name : '')))].slice(
      0,
      limit,
    );
  }

  async firstReceivedAt(projectId: string): Promise<bigint | undefined> {
    await this.#begin({ project_id: projectId, oldest: undefined, newest: undefined });
    const rows = this.#receivedOf({ project_id: projectId });
    return rows.map(({ span }) => span.received_at).sort(compareValues)[0];
  }

  /** Returns this object. The costs are reported to the latest caller of this function. */
  measured(onCost: (cost: ReadCost) => void): TraceAnalytics {
    this.#onCost = onCost;
    return this;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #receivedOf({ project_id }: Pick<DayRange, 'project_id'>): readonly MeasuredRow[] {
    return this.#received.filter(({ projectId }) => projectId === project_id);
  }

  #inRange(range: AttributeRange): readonly MeasuredRow[] {
    const everything = { filter: undefined, ratePercent: undefined, order: 'descending' } as const;
    return selectRows(this.#current(range), { ...range, ...everything });
  }

  #begin(selection: Selection): Promise<void> {
    this.selections.push(selection);
    if (this.failure !== undefined) {
      return Promise.reject(this.failure);
    }
    this.#onCost({ rows: this.#rows.length, bytes: 100 * this.#rows.length, ms: 1.5 });
    return Promise.resolve();
  }

  #current({
    project_id,
    snapshot,
  }: Pick<RowSelection, 'project_id' | 'snapshot'>): readonly MeasuredRow[] {
    return currentRows(
      this.#rows.filter((row) => row.projectId === project_id && isInSnapshot(row, { snapshot })),
    );
  }
}
