import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { type ClickHouseClient, readAll } from './clickhouse-client.js';
import { type ClickHouseFailure, toClickHouseFailure } from './clickhouse-failure.js';
import { INSERT_SETTINGS, insertStatement, selectStoredRows } from './insert-statement.js';
import { withParameters } from './request-body.js';
import { checkSchema } from './schema-state.js';
import type { SpanBlock, SpanWriter, TombstoneBlock, WriteOutcome } from './span-writer.js';
import type { Statement } from './statement.js';
import { tableRows } from './table-rows.js';
import { insertTombstones, markDeleted, selectLastTombstone } from './tombstone-statements.js';

/** Repeated, a mark may be made of something else; a tombstone replaces itself. */
const NOT_DEDUPLICATED = {
  deduplicate_insert: 'disable',
  deduplicate_insert_select: 'disable',
} as const;

export class ClickHouseSpanWriter implements SpanWriter {
  readonly #client: ClickHouseClient;
  readonly #maxExecutionSeconds: number;
  readonly #lastTombstones = new Map<number, bigint>();

  constructor(client: ClickHouseClient, requestTimeoutMs: number) {
    this.#client = client;
    this.#maxExecutionSeconds = Math.ceil(requestTimeoutMs / 1000);
  }

  write(block: SpanBlock, signal: AbortSignal): Promise<WriteOutcome> {
    return this.#attempt(signal, () => this.#insert(block, block.deduplicationToken, signal));
  }

  writeAgain(block: SpanBlock, signal: AbortSignal): Promise<WriteOutcome> {
    const { deduplicationToken } = block;
    return this.#attempt(signal, async () => {
      for (const token of [deduplicationToken, `${deduplicationToken}:again`]) {
        await this.#insert(block, token, signal);
        if (block.rowsAtOffset === undefined) break; // looking would tell nothing
        if (await this.#isStored(block, block.rowsAtOffset, signal)) return;
      }
      // ClickHouse has never seen this one, so its answer is about these rows.
      await this.#insert(block, `${deduplicationToken}:${randomUUID()}`, signal);
    });
  }

  writeTombstones(block: TombstoneBlock, signal: AbortSignal): Promise<WriteOutcome> {
    const { logPartition } = block;
    const tombstones = block.tombstones.map(({ projectId, traceId, logOffset }) => ({
      project_id: projectId,
      trace_id: traceId,
      log_partition: logPartition,
      log_offset: logOffset,
    }));
    return this.#attempt(signal, async () => {
      await this.#command(markDeleted(tombstones), signal);
      await this.#command(insertTombstones(tombstones), signal);
      this.#lastTombstones.delete(logPartition); // asked again
    });
  }

  async check(): Promise<void> {
    await checkSchema(this.#client);
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  async #insert(block: SpanBlock, token: string, signal: AbortSignal): Promise<void> {
    const { rowSchemaVersion, logPartition, logOffset } = block;
    const isBeforeDeletes = logOffset < (await this.#lastTombstone(logPartition, signal));
    signal.throwIfAborted(); // the client only sees a signal that aborts later
    const { stream } = await this.#client.exec({
      query: insertStatement({ rowSchemaVersion, isBeforeDeletes }),
      query_params: {
        log_partition: logPartition,
        log_offset: logOffset,
      },
      values: Readable.from(block.frames),
      http_headers: { 'Content-Encoding': 'zstd' },
      clickhouse_settings: {
        ...INSERT_SETTINGS,
        insert_deduplication_token: token,
        max_execution_time: this.#maxExecutionSeconds,
      },
      abort_signal: signal,
    });
    await readAll(stream);
  }

  /** False also where that takes too long to tell: storing rows twice costs less than waiting. */
  async #isStored(
    { logPartition, logOffset }: SpanBlock,
    rowCount: number,
    signal: AbortSignal,
  ): Promise<boolean> {
    try {
      const { stream } = await this.#client.exec({
        ...selectStoredRows(logPartition, logOffset),
        clickhouse_settings: { max_execution_time: this.#maxExecutionSeconds },
        abort_signal: signal,
      });
      const [[rows, indexed] = []] = tableRows(await readAll(stream));
      return rows === indexed && Number(rows) >= rowCount;
    } catch (error) {
      if (toClickHouseFailure(error).kind === 'deadline') return false;
      throw error;
    }
  }

  async #attempt(signal: AbortSignal, write: () => Promise<void>): Promise<WriteOutcome> {
    signal.throwIfAborted();
    try {
      await write();
      return { status: 'written' };
    } catch (error) {
      signal.throwIfAborted();
      return toOutcome(toClickHouseFailure(error));
    }
  }

  /**
   * Where the last known delete of a partition stands. Asked once: blocks stand before a delete only
   * when a log is read again, which nobody can make it while its consumers run.
   */
  async #lastTombstone(logPartition: number, signal: AbortSignal): Promise<bigint> {
    const known = this.#lastTombstones.get(logPartition);
    if (known !== undefined) {
      return known;
    }
    const { stream } = await this.#client.exec({
      ...selectLastTombstone(logPartition),
      abort_signal: signal,
    });
    const [[last = '0'] = []] = tableRows(await readAll(stream));
    this.#lastTombstones.set(logPartition, BigInt(last));
    return BigInt(last);
  }

  async #command(statement: Statement, signal: AbortSignal): Promise<void> {
    const { stream } = await this.#client.exec({
      ...withParameters(statement),
      clickhouse_settings: {
        ...INSERT_SETTINGS,
        ...NOT_DEDUPLICATED,
        max_execution_time: this.#maxExecutionSeconds,
      },
      abort_signal: signal,
    });
    await readAll(stream);
  }
}

function toOutcome({ kind, code, reason }: ClickHouseFailure): WriteOutcome {
  switch (kind) {
    case 'refused':
      return { status: 'refused', code, reason };
    case 'unavailable':
    case 'deadline':
      return { status: 'retryable', code, reason };
    case 'unknown':
      return { status: 'unknown', code, reason };
  }
}
