import { AppError } from '@spanhouse/service-runtime';
import { jsonRows, tableRows } from '../connection/answer-rows.js';
import { clickhouseUnavailable } from '../connection/clickhouse-failure.js';
import { type StatementRunnerOptions, withDeadline } from '../connection/run-statement.js';
import { closeRunner } from '../connection/statement-runner.js';
import type {
  ArrivedBlock,
  EdgeQuery,
  Exemplar,
  KnownSeries,
  LogRange,
  MetricSum,
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

/** Larger than any round, so that an insert becomes one part. */
const beyondAnyRound = '1000000000';

/** Counts the spans in ClickHouse and stores the sums there. */
export class ClickHouseSpanMetrics implements SpanMetricsStore, SpanMetricsReader {
  readonly #options: StatementRunnerOptions;

  constructor(options: StatementRunnerOptions) {
    this.#options = options;
  }

  async progress(signal: AbortSignal): Promise<SpanMetricsProgress | undefined> {
    const answer = await withDeadline(this.#options, signal, (run) => run(selectProgress()));
    const marks = { round: [], position: [], paired: [] } as Record<string, bigint[]>;
    for (const [label = '', index, mark = '0'] of tableRows(answer)) {
      const of = marks[label];
      if (of !== undefined) {
        of[Number(index)] = BigInt(mark);
      }
    }
    const { round: [round] = [], position: positions = [], paired: pairedTo = [] } = marks;
    return round === undefined
      ? undefined
      : {
          round: Number(round >> 32n),
          author: Number(BigInt.asUintN(32, round)),
          positions,
          pairedTo,
        };
  }

  async blocks(range: LogRange, signal: AbortSignal): Promise<readonly ArrivedBlock[]> {
    const statement = selectArrivedBlocks(range);
    const answer = await withDeadline(this.#options, signal, (run) => run(statement));
    return tableRows(answer).map(
      ([partition, offset = '0', rows, receivedNs = '0', lastReceivedNs = '0']) => ({
        partition: Number(partition),
        offset: BigInt(offset),
        rows: Number(rows),
        receivedNs: BigInt(receivedNs),
        lastReceivedNs: BigInt(lastReceivedNs),
      }),
    );
  }

  async calls(range: LogRange, signal: AbortSignal): Promise<readonly ProjectSum[]> {
    return await withDeadline(this.#options, signal, (run) => readCalls(run, range));
  }

  async edges(query: EdgeQuery, signal: AbortSignal): Promise<readonly ProjectSum[]> {
    return await withDeadline(this.#options, signal, (run) => readEdges(run, query));
  }

  async series(
    projectIds: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly KnownSeries[]> {
    if (projectIds.length === 0) {
      return [];
    }
    const answer = await withDeadline(this.#options, signal, (run) =>
      run(selectSeries(projectIds)),
    );
    return jsonRows<readonly [string, SpanMetric, readonly string[]]>(answer).map(
      ([project_id, metric, labels]) => ({ project_id, metric, labels }),
    );
  }

  async add(
    sums: readonly ProjectSum[],
    progress: SpanMetricsProgress,
    signal: AbortSignal,
  ): Promise<void> {
    signal.throwIfAborted();
    try {
      await this.#options.client.insert({
        table: 'span_metrics',
        values: [...sums.map(toRow), ...toMarks(progress)],
        format: 'JSONEachRow',
        abort_signal: signal,
        clickhouse_settings: {
          wait_end_of_query: 1,
          async_insert: 0,
          insert_deduplicate: 1,
          insert_deduplication_token: `span-metrics:${progress.round}`,
          input_format_parallel_parsing: 0,
          max_insert_block_size: beyondAnyRound,
          min_insert_block_size_rows: beyondAnyRound,
          min_insert_block_size_bytes: beyondAnyRound,
        },
      });
    } catch (cause) {
      signal.throwIfAborted();
      throw clickhouseUnavailable('span_metrics cannot be written', cause);
    }
  }

  async sums(projectId: string, signal: AbortSignal): Promise<readonly MetricSum[]> {
    const answer = await withDeadline(this.#options, signal, (run) => run(selectSums(projectId)));
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
  }

  async close(): Promise<void> {
    await closeRunner(this.#options);
  }
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

/** Writes an exemplar so that the texts of later spans sort after it. */
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
