import type { TraceReaderConfig } from '../clickhouse-config.js';
import {
  type RunStatement,
  type StatementRunnerOptions,
  withDeadline,
} from '../connection/run-statement.js';
import { allOrNone } from '../connection/run-together.js';
import { closeRunner, openRunner, type RunnerDependencies } from '../connection/runner.js';
import type { TraceAnalytics } from '../trace-analytics.js';
import { listActors } from './actors/list-actors.js';
import { aggregateSpans } from './aggregates/aggregate-spans.js';
import { measureTraces, sumBuckets } from './aggregates/measure-buckets.js';
import { countTraces, sampleSpans } from './aggregates/sample-spans.js';
import {
  firstReceivedAt,
  isOfPart,
  listAttributeKeys,
  listAttributeValues,
  listPartKeys,
  listSpansByDay,
} from './discovery/list-attributes.js';
import { listServices } from './discovery/list-services.js';
import { ServiceProofs } from './discovery/service-proofs.js';
import { groupSpans, pickSpans } from './groups/group-spans.js';
import { UnresolvedSpans } from './groups/grouped-rows.js';

/** Maximum number of connections. The limit is low because a single statement can occupy the whole server. */
const MAX_CONNECTIONS = 8;

/**
 * Creates the analytics for a ClickHouse store. No connection opens before the first method call. Each call is one read
 * with one time limit.
 */
export function createTraceAnalytics(
  config: TraceReaderConfig,
  dependencies: RunnerDependencies,
): TraceAnalytics {
  return createAnalytics(openRunner(config, MAX_CONNECTIONS, dependencies), new ServiceProofs());
}

function createAnalytics(options: StatementRunnerOptions, proofs: ServiceProofs): TraceAnalytics {
  const known = new UnresolvedSpans();
  const read = <Result>(signal: AbortSignal, work: (run: RunStatement) => Promise<Result>) =>
    withDeadline(options, signal, work);
  const readTogether: typeof read = (signal, work) =>
    allOrNone(signal, (untilFailed) => read(untilFailed, work));
  return {
    measureTraces: (selection, specs, signal) =>
      read(signal, (run) => measureTraces(run, selection, specs)),
    sumBuckets: (selection, focus, signal) =>
      read(signal, (run) => sumBuckets(run, selection, focus)),
    aggregateSpans: (aggregation, signal) =>
      readTogether(signal, (run) => aggregateSpans(run, aggregation)),
    groupSpans: (grouping, signal) => read(signal, (run) => groupSpans(run, grouping, known)),
    pickSpans: (pick, signal) => read(signal, (run) => pickSpans(run, pick, known)),
    countTraces: (selection, signal) => read(signal, (run) => countTraces(run, selection)),
    sampleSpans: (sample, onSpans, signal) =>
      read(signal, (run) => sampleSpans(run, sample, onSpans)),
    listActors: (selection, signal) => read(signal, (run) => listActors(run, selection)),
    listAttributeKeys: (range, signal) =>
      read(signal, (run) =>
        isOfPart(range) ? listPartKeys(run, range) : listAttributeKeys(run, range),
      ),
    listAttributeValues: (request, signal) =>
      read(signal, (run) => listAttributeValues(run, request)),
    listSpansByDay: (range, signal) => read(signal, (run) => listSpansByDay(run, range)),
    listServices: (wanted, signal) =>
      readTogether(signal, (run) => listServices(run, wanted, proofs)),
    firstReceivedAt: (projectId, signal) => read(signal, (run) => firstReceivedAt(run, projectId)),
    measured: (onCost) => createAnalytics({ ...options, onCost }, proofs),
    close: () => closeRunner(options),
  };
}
