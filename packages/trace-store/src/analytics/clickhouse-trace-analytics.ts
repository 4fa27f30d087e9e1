import type { TraceReaderConfig } from '../clickhouse-config.js';
import { type StatementRunnerOptions, withDeadline } from '../connection/run-statement.js';
import { allOrNone } from '../connection/run-together.js';
import {
  closeRunner,
  openRunner,
  type RunnerDependencies,
} from '../connection/statement-runner.js';
import type { ReadCost } from '../read-cost.js';
import type { SpanAggregate, SpanAggregation } from '../span-aggregation.js';
import type { PickedSpan, SpanGroup, SpanGrouping, SpanPick } from '../span-groups.js';
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
import { listActors } from './actors/list-actors.js';
import { aggregateSpans } from './aggregates/aggregate-spans.js';
import { countTraces } from './aggregates/count-traces.js';
import { measureTraces } from './aggregates/measure-traces.js';
import { sampleSpans } from './aggregates/sample-spans.js';
import { sumBuckets } from './aggregates/sum-buckets.js';
import { listAttributeKeys } from './discovery/attribute-keys.js';
import { listAttributeValues, type ValuesRequest } from './discovery/attribute-values.js';
import { listServices } from './discovery/list-services.js';
import { isOfPart, listPartKeys } from './discovery/part-attributes.js';
import { ServiceProofs } from './discovery/service-proofs.js';
import { firstReceivedAt, listSpansByDay } from './discovery/spans-by-day.js';
import { groupSpans } from './groups/group-spans.js';
import { pickSpans } from './groups/pick-spans.js';
import { UnresolvedSpans } from './groups/unresolved-spans.js';

/** Each of them may use the whole server. */
const MAX_CONNECTIONS = 8;

/** Opens nothing until the first call. */
export function createTraceAnalytics(
  config: TraceReaderConfig,
  dependencies: RunnerDependencies,
): TraceAnalytics {
  return new ClickHouseTraceAnalytics(openRunner(config, MAX_CONNECTIONS, dependencies));
}

/** Analyzes traces in ClickHouse. Each method is one read with one time limit. */
class ClickHouseTraceAnalytics implements TraceAnalytics {
  readonly #options: StatementRunnerOptions;

  readonly #proofs: ServiceProofs;
  readonly #unresolved = new UnresolvedSpans();

  constructor(options: StatementRunnerOptions, proofs = new ServiceProofs()) {
    this.#options = options;
    this.#proofs = proofs;
  }

  measureTraces(
    selection: BucketSelection,
    specs: readonly MetricSpec[],
    signal: AbortSignal,
  ): Promise<readonly MetricBucket[]> {
    return withDeadline(this.#options, signal, (run) => measureTraces(run, selection, specs));
  }

  sumBuckets(
    selection: BucketSelection,
    focus: 'trace' | 'span',
    signal: AbortSignal,
  ): Promise<readonly SumBucket[]> {
    return withDeadline(this.#options, signal, (run) => sumBuckets(run, selection, focus));
  }

  aggregateSpans(aggregation: SpanAggregation, signal: AbortSignal): Promise<SpanAggregate> {
    return allOrNone(signal, (untilFailed) =>
      withDeadline(this.#options, untilFailed, (run) => aggregateSpans(run, aggregation)),
    );
  }

  groupSpans(
    grouping: SpanGrouping,
    signal: AbortSignal,
  ): Promise<readonly SpanGroup[] | undefined> {
    return withDeadline(this.#options, signal, (run) =>
      groupSpans(run, grouping, this.#unresolved),
    );
  }

  pickSpans(pick: SpanPick, signal: AbortSignal): Promise<readonly PickedSpan[]> {
    return withDeadline(this.#options, signal, (run) => pickSpans(run, pick, this.#unresolved));
  }

  countTraces(selection: RowSelection, signal: AbortSignal): Promise<number> {
    return withDeadline(this.#options, signal, (run) => countTraces(run, selection));
  }

  sampleSpans(
    sample: SpanSample,
    onSpans: (spans: readonly SampledSpan[]) => void,
    signal: AbortSignal,
  ): Promise<boolean> {
    return withDeadline(this.#options, signal, (run) => sampleSpans(run, sample, onSpans));
  }

  listActors(selection: ActorSelection, signal: AbortSignal): Promise<ActorPage> {
    return withDeadline(this.#options, signal, (run) => listActors(run, selection));
  }

  listAttributeKeys(range: AttributeRange, signal: AbortSignal): Promise<readonly AttributeKey[]> {
    return withDeadline(this.#options, signal, (run) =>
      isOfPart(range) ? listPartKeys(run, range) : listAttributeKeys(run, range),
    );
  }

  listAttributeValues(
    request: ValuesRequest,
    signal: AbortSignal,
  ): Promise<readonly AttributeValue[]> {
    return withDeadline(this.#options, signal, (run) => listAttributeValues(run, request));
  }

  listSpansByDay(range: DayRange, signal: AbortSignal): Promise<readonly DayCount[]> {
    return withDeadline(this.#options, signal, (run) => listSpansByDay(run, range));
  }

  listServices(
    wanted: { readonly project_id: string; readonly limit: number },
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    return allOrNone(signal, (untilFailed) =>
      withDeadline(this.#options, untilFailed, (run) => listServices(run, wanted, this.#proofs)),
    );
  }

  firstReceivedAt(projectId: string, signal: AbortSignal): Promise<bigint | undefined> {
    return withDeadline(this.#options, signal, (run) => firstReceivedAt(run, projectId));
  }

  measured(onCost: (cost: ReadCost) => void): TraceAnalytics {
    return new ClickHouseTraceAnalytics({ ...this.#options, onCost }, this.#proofs);
  }

  async close(): Promise<void> {
    await closeRunner(this.#options);
  }
}
