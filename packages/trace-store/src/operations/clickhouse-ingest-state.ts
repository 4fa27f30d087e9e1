import { AppError } from '@spanhouse/service-runtime';
import { jsonRows } from '../connection/answer-rows.js';
import { type StatementRunnerOptions, withDeadline } from '../connection/run-statement.js';
import { StatementParameters } from '../connection/statement.js';
import { closeRunner } from '../connection/statement-runner.js';
import type { IngestReading, IngestState, StoreState } from '../store-state.js';

/** Older times do not describe the present state. */
const RECENT_SECONDS = 300;

const selectReading = new StatementParameters().statement`
  SELECT
    (SELECT count() FROM spans),
    times.1, times.2, times.3, times.4
  FROM (
    SELECT (
      count(),
      quantileExactInclusive(0.5)(visible_after_ms),
      quantileExactInclusive(0.95)(visible_after_ms),
      max(visible_after_ms)
    ) AS times
    FROM visible_times WHERE recorded_at >= now64(3) - toIntervalSecond(${RECENT_SECONDS})
  )
  SETTINGS output_format_json_quote_64bit_integers = 0
  FORMAT JSONCompactEachRow
`;

type Row = readonly [rows: number, blocks: number, ...times: TimesInRow];
type TimesInRow = readonly [p50: number, p95: number, max: number];

/** Reads the state from the tables of Spanhouse and the system tables of every server. */
export class ClickHouseIngestState implements IngestState {
  readonly #options: StatementRunnerOptions;
  readonly #storeState: StoreState;

  constructor(options: StatementRunnerOptions, storeState: StoreState) {
    this.#options = options;
    this.#storeState = storeState;
  }

  async read(signal: AbortSignal): Promise<IngestReading> {
    const answer = await withDeadline(this.#options, signal, (run) => run(selectReading));
    try {
      return await this.#readServers(answer);
    } catch (error) {
      if (error instanceof AppError && error.code === 'CLICKHOUSE_UNAVAILABLE') {
        this.#options.health?.lost('clickhouse', error.message);
      }
      throw error;
    }
  }

  async #readServers(answer: Buffer): Promise<IngestReading> {
    const { isComplete, tables, diskFreeBytes } = await this.#storeState.read();
    const [row] = jsonRows<Row>(answer);
    if (row === undefined || !isComplete) {
      const message = 'a server of ClickHouse does not answer';
      throw new AppError('CLICKHOUSE_UNAVAILABLE', message, { retryable: true });
    }
    const [rows, blocks, p50, p95, max] = row;
    if (rows > 0 && !tables.has('spans')) {
      const message = 'the spans are on other servers: set CLICKHOUSE_CLUSTER and its servers';
      throw new AppError('CLICKHOUSE_CLUSTER_MISMATCH', message);
    }
    return {
      timeToVisible: blocks === 0 ? undefined : { p50, p95, max },
      rows,
      bytes: [...tables.values()].reduce((sum, { bytesOnDisk }) => sum + bytesOnDisk, 0),
      freeBytes: diskFreeBytes,
    };
  }

  async close(): Promise<void> {
    await Promise.all([closeRunner(this.#options), this.#storeState.close()]);
  }
}
