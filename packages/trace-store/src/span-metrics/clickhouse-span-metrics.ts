import { AppError } from '@spanhouse/service-runtime';
import type { ClickHouseConfig, TraceReaderConfig } from '../clickhouse-config.js';
import { clickhouseUnavailable } from '../connection/clickhouse-failure.js';
import {
  jsonRows,
  type RunStatement,
  tableRows,
  withDeadline,
} from '../connection/run-statement.js';
import { closeRunner, openRunner, type RunnerDependencies } from '../connection/runner.js';
import type {
  ArrivedBlock,
  Exemplar,
  ProjectSum,
  SpanMetric,
  SpanMetricsProgress,
  SpanMetricsReader,
  SpanMetricsStore,
} from '../span-metrics.js';
import { readCalls, readEdges } from './arrived-spans.js';
import {
  noProject,
  selectArrivedBlocks,
  selectProgress,
  selectSeries,
  selectSums,
} from './span-metrics-statements.js';

/** Number greater than the number of rows in any round, so that each insert becomes one part. */
const beyondAnyRound = '1000000000';
const roundSettings = {
  wait_end_of_query: 1,
  async_insert: 0,
  insert_deduplicate: 1,
  input_format_parallel_parsing: 0,
  max_insert_block_size: beyondAnyRound,
  min_insert_block_size_rows: beyondAnyRound,
  min_insert_block_size_bytes: beyondAnyRound,
} as const;

/** Memory limit for a round, which processes about 100,000 rows. */
const ROUND_MEMORY_BYTES = 2_147_483_648;
const MAX_SCRAPE_CONNECTIONS = 4;

/**
 * Creates a store that counts spans in ClickHouse and stores the sums there. No connection opens before the first call.
 */
export function createSpanMetricsStore(
  config: ClickHouseConfig,
  dependencies: RunnerDependencies,
): SpanMetricsStore {
  const limits = {
    QUERY_DEADLINE_MS: config.CLICKHOUSE_REQUEST_TIMEOUT_MS,
    QUERY_MAX_MEMORY_BYTES: ROUND_MEMORY_BYTES,
  };
  // One connection is enough, because a round runs one statement at a time.
  const runner = openRunner({ ...config, ...limits }, 1, dependencies);
  const read = <Result>(signal: AbortSignal, work: (run: RunStatement) => Promise<Result>) =>
    withDeadline(runner, signal, work);
  return {
    progress: async (signal) => toProgress(await read(signal, (run) => run(selectProgress))),
    async blocks(range, signal) {
      const answer = await read(signal, (run) => run(selectArrivedBlocks(range)));
      return tableRows(answer).map(toBlock);
    },
    calls: (range, signal) => read(signal, (run) => readCalls(run, range)),
    edges: (query, signal) => read(signal, (run) => readEdges(run, query)),
    async series(projectIds, signal) {
      if (projectIds.length === 0) {
        return [];
      }
      const answer = await read(signal, (run) => run(selectSeries(projectIds)));
      return jsonRows<readonly [string, SpanMetric, readonly string[]]>(answer).map(
        ([project_id, metric, labels]) => ({ project_id, metric, labels }),
      );
    },
    async add(sums, progress, signal) {
      signal.throwIfAborted();
      try {
        await runner.client.insert({
          table: 'span_metrics',
          values: [...sums.map(toRow), ...toMarks(progress)],
          format: 'JSONEachRow',
          abort_signal: signal,
          clickhouse_settings: {
            ...roundSettings,
            insert_deduplication_token: `span-metrics:${progress.round}`,
          },
        });
      } catch (cause) {
        signal.throwIfAborted();
        throw clickhouseUnavailable('span_metrics cannot be written', cause);
      }
    },
    close: () => closeRunner(runner),
  };
}

/** Creates a reader for the sums. No connection opens before the first call. */
export function createSpanMetricsReader(
  config: TraceReaderConfig,
  dependencies: RunnerDependencies,
): SpanMetricsReader {
  const runner = openRunner(config, MAX_SCRAPE_CONNECTIONS, dependencies);
  return {
    async sums(projectId, signal) {
      const answer = await withDeadline(runner, signal, (run) => run(selectSums(projectId)));
      return jsonRows<SumRow>(answer).map(
        ([metric, labels, bucket, amount, totalNs, totalBytes, exemplar]) => ({
          metric,
          labels,
          bucket,
          amount: BigInt(amount),
          totalNs: BigInt(totalNs),
          totalBytes: BigInt(totalBytes),
          exemplar: fromExemplarText(exemplar),
        }),
      );
    },
    close: () => closeRunner(runner),
  };
}

function toProgress(answer: Buffer): SpanMetricsProgress | undefined {
  const marks = { round: [], position: [], paired: [] } as Record<string, bigint[]>;
  for (const [label = '', index, mark = '0'] of tableRows(answer)) {
    const of = marks[label];
    if (of !== undefined) {
      of[Number(index)] = BigInt(mark);
    }
  }
  const { round: [round] = [], position: positions = [], paired: pairedTo = [] } = marks;
  const author = Number(BigInt.asUintN(32, round ?? 0n));
  return round === undefined
    ? undefined
    : { round: Number(round >> 32n), author, positions, pairedTo };
}

function toBlock([
  partition,
  offset = '0',
  rows,
  receivedNs = '0',
  lastReceivedNs = '0',
]: readonly string[]): ArrivedBlock {
  return {
    partition: Number(partition),
    offset: BigInt(offset),
    rows: Number(rows),
    receivedNs: BigInt(receivedNs),
    lastReceivedNs: BigInt(lastReceivedNs),
  };
}

type SumRow = readonly [
  metric: SpanMetric,
  labels: readonly string[],
  bucket: number,
  amount: string,
  totalNs: string,
  totalBytes: string,
  exemplar: string,
];

function toRow({ project_id, metric, labels, bucket, ...sum }: ProjectSum) {
  return {
    project_id,
    metric,
    labels,
    bucket,
    amount: String(sum.amount),
    total_ns: String(sum.totalNs),
    total_bytes: String(sum.totalBytes),
    exemplar: toExemplarText(sum.exemplar),
  };
}

function toMarks({ round, author, positions, pairedTo }: SpanMetricsProgress) {
  const mark = (label: string) => (value: bigint, index: number) => ({
    project_id: noProject,
    metric: '',
    labels: [label, String(index)],
    mark: String(value),
  });
  return [
    ...[(BigInt(round) << 32n) | BigInt(author)].map(mark('round')),
    ...positions.map(mark('position')),
    ...pairedTo.map(mark('paired')),
  ];
}

const TIME_DIGITS = 20;
const ID_DIGITS = 32;

/**
 * Encodes an exemplar as a string. The string of an exemplar is greater than the strings of exemplars that were
 * received earlier.
 */
function toExemplarText(exemplar: Exemplar | undefined): string {
  return exemplar === undefined
    ? ''
    : `${String(exemplar.receivedNs).padStart(TIME_DIGITS, '0')}${exemplar.trace_id}${exemplar.durationNs}`;
}

function fromExemplarText(text: string): Exemplar | undefined {
  const idEnd = TIME_DIGITS + ID_DIGITS;
  if (text === '') {
    return undefined;
  }
  if (text.length <= idEnd) {
    throw new AppError('CLICKHOUSE_QUERY_FAILED', `span_metrics has the exemplar ${text}`);
  }
  return {
    receivedNs: BigInt(text.slice(0, TIME_DIGITS)),
    trace_id: text.slice(TIME_DIGITS, idEnd),
    durationNs: BigInt(text.slice(idEnd)),
  };
}
