import { randomUUID } from 'node:crypto';
import { AppError, type Clock, type Health, type Logger } from '@spanhouse/service-runtime';
import { type AnswerRoom, type ReadCost, toReadCost } from '../read-cost.js';
import { clickhouseUnavailable, toClickHouseFailure } from './clickhouse-failure.js';
import type { ClickHouseClient } from './client.js';
import type { QueryKiller } from './query-killer.js';
import type { ReadAnswer, ReadConnection, ReadRequest } from './read-connection.js';
import type { Statement } from './statement.js';
import { UsedTime } from './used-time.js';

export type StoreHealth = Pick<Health, 'reached' | 'lost'>;

/** The connections for reads, and the limits of each read. */
export interface StatementRunnerOptions {
  readonly reads: ReadConnection;
  /** Sends all statements that are not reads. */
  readonly client: ClickHouseClient;
  readonly killer: Pick<QueryKiller, 'kill'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Receives the state of the dependency `clickhouse` after every statement. */
  readonly health?: StoreHealth | undefined;
  /** Time limit for all statements of a read together. */
  readonly deadlineMs: number;
  /** Maximum memory of one statement in ClickHouse. */
  readonly maxMemoryBytes: number;
  /** Receives the cost of every statement that ClickHouse answers. */
  readonly onCost?: ((cost: ReadCost) => void) | undefined;
  /** Reserves memory for answers. If absent, every answer is read without a reservation. */
  readonly room?: AnswerRoom | undefined;
}

/**
 * Runs a statement and resolves with its answer. If the answer is longer than `maxBytes`, the result may be truncated
 * after at least `maxBytes` bytes.
 */
export type RunStatement = (statement: Statement, maxBytes?: number) => Promise<Buffer>;

/** A read that may run several statements. */
export interface OpenRead {
  readonly run: RunStatement;
  /** Restarts the time limit for the statements that follow. */
  renewDeadline(): void;
}

/**
 * Opens a read whose statements share one time limit. Only the time in which statements run counts toward the limit.
 *
 * - If there is no memory for an answer, the statement runs again when memory is available.
 * - When the time limit is reached or `signal` aborts, running statements stop in ClickHouse, too.
 * - `run` rejects with CLICKHOUSE_UNAVAILABLE (retryable), CLICKHOUSE_QUERY_FAILED, DEADLINE_EXCEEDED or the reason of
 *   the signal.
 */
export function openRead(options: StatementRunnerOptions, signal: AbortSignal): OpenRead {
  const { deadlineMs, room } = options;
  const time = new UsedTime(options.clock);
  const runOnce = async (statement: Statement, limits: AnswerLimits): Promise<ReadAnswer> => {
    signal.throwIfAborted();
    const remainingMs = deadlineMs - time.start();
    // With AbortSignal.any, each statement would stay in memory until the next full garbage collection.
    const stop = new AbortController();
    const timer = options.clock.setTimer(Math.max(remainingMs, 0), () =>
      stop.abort(deadlineExceeded(deadlineMs)),
    );
    const stopWithRead = () => stop.abort(signal.reason);
    signal.addEventListener('abort', stopWithRead, { once: true });
    const running = { ...options, ...limits, remainingMs, signal: stop.signal };
    try {
      return await runStatement(statement, running);
    } finally {
      timer.cancel();
      signal.removeEventListener('abort', stopWithRead);
      time.stop();
    }
  };
  return {
    async run(statement, maxBytes = Number.POSITIVE_INFINITY) {
      let takenBytes = 0;
      const admit = (bytes: number) =>
        room === undefined || bytes <= takenBytes || room.take(bytes - takenBytes);
      for (;;) {
        const { body, bytes } = await runOnce(statement, { maxBytes, admit });
        if (body !== undefined) {
          return body;
        }
        await room?.wait(bytes - takenBytes, signal);
        takenBytes = bytes;
      }
    },
    renewDeadline() {
      time.reset();
    },
  };
}

/** Runs a read whose complete result is held in memory. */
export async function withDeadline<Result>(
  options: StatementRunnerOptions,
  signal: AbortSignal,
  work: (run: RunStatement) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  return await work(openRead(options, signal).run);
}

/** Maximum number of elements in a statement's syntax tree. A single condition on an attribute may need a thousand. */
const MAX_AST_ELEMENTS = 2_000_000;

const readSettings = {
  readonly: 2,
  // Without this setting, a statement can fail after ClickHouse has sent status 200.
  wait_end_of_query: 1,
  cancel_http_readonly_queries_on_client_close: 1,
  max_query_size: 16_777_216,
  max_ast_elements: MAX_AST_ELEMENTS,
  max_expanded_ast_elements: MAX_AST_ELEMENTS,
  max_parser_backtracks: 1_000_000_000,
  // Wide columns are read only for the rows of the page. The value is the number of rows in the largest page.
  query_plan_max_limit_for_lazy_materialization: 100_000,
  // Most answers are small, so threads for formatting cost more than they save.
  output_format_parallel_formatting: 0,
  // The tables have no projections, and looking for them takes time.
  optimize_use_projections: 0,
  optimize_use_implicit_projections: 0,
  // This optimization takes half the time of an analytics statement and has no benefit for it.
  optimize_and_compare_chain: 0,
} as const;

/** Returns the settings of a read that has `remainingMs` left. */
export function settingsOf(
  { maxMemoryBytes }: Pick<StatementRunnerOptions, 'maxMemoryBytes'>,
  remainingMs: number,
) {
  return {
    ...readSettings,
    max_execution_time: Math.max(remainingMs, 1) / 1000,
    max_memory_usage: maxMemoryBytes,
  };
}

type AnswerLimits = Pick<ReadRequest, 'maxBytes' | 'admit'>;

interface Running extends StatementRunnerOptions, AnswerLimits {
  readonly remainingMs: number;
  readonly signal: AbortSignal;
}

async function runStatement(statement: Statement, running: Running): Promise<ReadAnswer> {
  const { reads, killer, health, signal, remainingMs, maxBytes, admit, onCost } = running;
  const queryId = randomUUID();
  const settings = settingsOf(running, remainingMs);
  try {
    const answer = await reads.send({ statement, queryId, settings, signal, maxBytes, admit });
    onCost?.(toReadCost(answer.summary));
    health?.reached('clickhouse');
    return answer;
  } catch (error) {
    if (signal.aborted) {
      killer.kill(queryId);
      throw signal.reason;
    }
    const fault = toReadError(error, running.deadlineMs);
    if (fault.code === 'CLICKHOUSE_UNAVAILABLE') {
      health?.lost('clickhouse', fault.message);
    }
    throw fault;
  }
}

function toReadError(cause: unknown, deadlineMs: number): AppError {
  const { kind, code, reason } = toClickHouseFailure(cause);
  if (kind === 'deadline') {
    return deadlineExceeded(deadlineMs, cause);
  }
  if (kind === 'unavailable' || code === 'UNKNOWN_TABLE' || code === 'UNKNOWN_DATABASE') {
    return clickhouseUnavailable('reading from ClickHouse failed', cause);
  }
  const message = `ClickHouse refused a query: ${code} ${reason}`;
  return new AppError('CLICKHOUSE_QUERY_FAILED', message, { cause });
}

function deadlineExceeded(deadlineMs: number, cause?: unknown): AppError {
  const message = `reading from ClickHouse took longer than ${deadlineMs} ms`;
  return new AppError('DEADLINE_EXCEEDED', message, cause === undefined ? {} : { cause });
}

/** Decodes an answer in the JSONCompactEachRow format. */
export function jsonRows<Row>(answer: Buffer): readonly Row[] {
  return answer
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Row => JSON.parse(line));
}

/**
 * Splits a TabSeparated answer into lines and fields. All fields MUST be numbers or hex, because escapes are not
 * decoded.
 */
export function tableRows(answer: Buffer): readonly (readonly string[])[] {
  return answer.length === 0
    ? []
    : answer
        .toString('latin1', 0, answer.length - 1)
        .split('\n')
        .map((line) => line.split('\t'));
}

class TooManyBytes extends Error {}

/**
 * Runs `work` and resolves with its result, or with undefined if the answers of its statements reach `maxBytes` in
 * total.
 */
export async function withinBytes<Result>(
  maxBytes: number,
  run: RunStatement,
  work: (run: RunStatement) => Promise<Result>,
): Promise<Result | undefined> {
  let leftBytes = maxBytes;
  try {
    return await work(async (statement) => {
      const answer = await run(statement, leftBytes);
      leftBytes -= answer.length;
      if (leftBytes <= 0) {
        throw new TooManyBytes();
      }
      return answer;
    });
  } catch (error) {
    if (error instanceof TooManyBytes) {
      return undefined;
    }
    throw error;
  }
}
