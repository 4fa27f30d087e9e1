import { randomUUID } from 'node:crypto';
import { AppError, type Clock, type Logger } from '@spanhouse/service-runtime';
import type { ClickHouseClient } from './clickhouse-client.js';
import { type ClickHouseFailure, toClickHouseFailure } from './clickhouse-failure.js';
import type { ReadConnection } from './read-connection.js';
import { type ReadCost, toReadCost } from './read-cost.js';
import type { Statement } from './statement.js';

export interface StatementRunnerOptions {
  readonly reads: ReadConnection;
  /** For everything else that a read needs. */
  readonly client: ClickHouseClient;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly deadlineMs: number;
  readonly maxMemoryBytes: number;
  /** Told of every statement that ClickHouse has answered. */
  readonly onCost?: ((cost: ReadCost) => void) | undefined;
}

/**
 * Runs one statement and resolves with its whole answer; with a beginning of at least `maxBytes`
 * where the answer is longer than that.
 */
export type RunStatement = (statement: Statement, maxBytes?: number) => Promise<Buffer>;

export interface OpenRead {
  readonly run: RunStatement;
  /** The statements that follow have the whole deadline again. */
  renewDeadline(): void;
}

/**
 * One read: its statements share one deadline, which runs only while one of them does. They end
 * with it or with `signal`, in ClickHouse, too. `run` rejects with CLICKHOUSE_UNAVAILABLE,
 * DEADLINE_EXCEEDED or the signal's reason.
 */
export function openRead(options: StatementRunnerOptions, signal: AbortSignal): OpenRead {
  const { clock, deadlineMs } = options;
  let usedMs = 0;
  return {
    async run(statement, maxBytes = Number.POSITIVE_INFINITY) {
      signal.throwIfAborted();
      const startedMs = clock.nowMs();
      const remainingMs = deadlineMs - usedMs;
      const deadline = new AbortController();
      const timer = clock.setTimer(Math.max(remainingMs, 0), () =>
        deadline.abort(deadlineExceeded(deadlineMs)),
      );
      const either = AbortSignal.any([signal, deadline.signal]);
      try {
        return await runStatement(statement, { ...options, remainingMs, signal: either, maxBytes });
      } finally {
        timer.cancel();
        usedMs += clock.nowMs() - startedMs;
      }
    },
    renewDeadline() {
      usedMs = 0;
    },
  };
}

/** A read of a few statements, whose answer is held as a whole. */
export async function withDeadline<Result>(
  options: StatementRunnerOptions,
  signal: AbortSignal,
  work: (run: RunStatement) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  return await work(openRead(options, signal).run);
}

/** A condition on an attribute has up to a thousand. */
const MAX_AST_ELEMENTS = 2_000_000;

const READ_SETTINGS = {
  readonly: 2,
  // The answer is complete or an error; without it ClickHouse may fail after its 200.
  wait_end_of_query: 1,
  cancel_http_readonly_queries_on_client_close: 1,
  max_query_size: 16_777_216,
  max_ast_elements: MAX_AST_ELEMENTS,
  max_expanded_ast_elements: MAX_AST_ELEMENTS,
  max_parser_backtracks: 1_000_000_000,
  // Wide columns are read late for every page, the largest included.
  query_plan_max_limit_for_lazy_materialization: 100_000,
} as const;

interface Running extends StatementRunnerOptions {
  readonly remainingMs: number;
  readonly signal: AbortSignal;
  readonly maxBytes: number;
}

async function runStatement(statement: Statement, running: Running): Promise<Buffer> {
  const { reads, signal, remainingMs, maxBytes, onCost } = running;
  const queryId = randomUUID();
  const settings = {
    ...READ_SETTINGS,
    max_execution_time: Math.max(remainingMs, 1) / 1000,
    max_memory_usage: running.maxMemoryBytes,
  };
  try {
    const answer = await reads.send({ statement, queryId, settings, signal, maxBytes });
    onCost?.(toReadCost(answer.summary));
    return answer.body;
  } catch (error) {
    if (signal.aborted) {
      killQuery(queryId, running);
      throw signal.reason;
    }
    throw toReadError(toClickHouseFailure(error), running.deadlineMs, error);
  }
}

/** A query in the middle of a join or sort does not notice that its connection is gone. */
function killQuery(queryId: string, { client, logger }: Running): void {
  client
    .command({
      query: 'KILL QUERY WHERE query_id = {queryId:String} ASYNC',
      query_params: { queryId },
    })
    .catch((err: unknown) => logger.debug({ err, queryId }, 'query not killed'));
}

function toReadError(
  { kind, code, reason }: ClickHouseFailure,
  deadlineMs: number,
  cause: unknown,
): AppError {
  if (kind === 'deadline') {
    return deadlineExceeded(deadlineMs, cause);
  }
  if (kind === 'unavailable' || code === 'UNKNOWN_TABLE' || code === 'UNKNOWN_DATABASE') {
    const message = `reading from ClickHouse failed: ${code} ${reason}`;
    return new AppError('CLICKHOUSE_UNAVAILABLE', message, { retryable: true, cause });
  }
  return new AppError('CLICKHOUSE_QUERY_FAILED', `ClickHouse refused a query: ${code} ${reason}`, {
    cause,
  });
}

function deadlineExceeded(deadlineMs: number, cause?: unknown): AppError {
  const message = `reading from ClickHouse took longer than ${deadlineMs} ms`;
  return new AppError('DEADLINE_EXCEEDED', message, cause === undefined ? {} : { cause });
}
