import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Clock, systemClock } from '@spanhouse/service-runtime';
import type { ClickHouseConfig } from '../clickhouse-config.js';
import { type ClickHouseFailure, toClickHouseFailure } from '../connection/clickhouse-failure.js';
import {
  type ClickHouseClient,
  type ClientDependencies,
  execute,
  openClient,
} from '../connection/client.js';
import { toExecParams } from '../connection/request-body.js';
import { tableRows } from '../connection/run-statement.js';
import type { Statement } from '../connection/statement.js';
import { insertTombstones, markDeleted } from '../deleting/tombstones.js';
import { checkServer } from '../schema/check-server.js';
import { checkSchema } from '../schema/schema-state.js';
import type { SpanBlock, SpanWriter, TombstoneBlock, WriteOutcome } from '../span-writer.js';
import { InsertQueue } from './insert-queue.js';
import {
  insertSettings,
  insertStatement,
  positionParameters,
  selectStoredRows,
} from './insert-statement.js';
import { canJoin, tokenOfInsert } from './joined-blocks.js';
import { LastTombstones } from './last-tombstones.js';

/**
 * Settings that disable deduplication. A deletion mark may select different rows the second time, so it must not be
 * dropped as a duplicate. A tombstone that is written again replaces the earlier one.
 */
const notDeduplicated = {
  deduplicate_insert: 'disable',
  deduplicate_insert_select: 'disable',
} as const;

/** Maximum number of concurrent inserts. The largest insert uses one core and 160 MB of memory in ClickHouse. */
const MAX_INSERTS = 4;

interface InsertRequest {
  readonly token: string;
  readonly isBeforeDeletes: boolean;
  readonly signal: AbortSignal;
}

/**
 * Outcome of a joined insert if deletes follow one of its blocks in the log. A joined insert cannot omit deleted rows,
 * so the queue then inserts each block separately.
 */
const notTogether: WriteOutcome = {
  status: 'unknown',
  code: 'BEFORE_DELETES',
  reason: 'a delete after one of the blocks is stored',
};

/** Maximum number of connections. Each log partition needs one for its insert; the rest are spare. */
const MAX_CONNECTIONS = 64;

interface SpanWriterDependencies extends ClientDependencies {
  /** Clock for time limits; the default is the system clock. */
  readonly clock?: Pick<Clock, 'monotonicMs'>;
}

/** Creates the writer. No connection opens before the first call. */
export function createSpanWriter(
  config: ClickHouseConfig,
  dependencies: SpanWriterDependencies,
): SpanWriter {
  return new ClickHouseSpanWriter(config, dependencies);
}

/** Writes blocks of spans and blocks of tombstones to ClickHouse. */
class ClickHouseSpanWriter implements SpanWriter {
  readonly #client: ClickHouseClient;
  readonly #maxExecutionSeconds: number;
  readonly #queue: InsertQueue;
  #onInsert: (blocks: readonly SpanBlock[]) => void = () => undefined;
  readonly #lastTombstones: LastTombstones;

  constructor(
    config: ClickHouseConfig,
    { clock = systemClock, ...dependencies }: SpanWriterDependencies,
  ) {
    this.#client = openClient(config, MAX_CONNECTIONS, dependencies);
    this.#lastTombstones = new LastTombstones(this.#client, clock);
    this.#maxExecutionSeconds = Math.ceil(config.CLICKHOUSE_REQUEST_TIMEOUT_MS / 1000);
    this.#queue = new InsertQueue({
      maxRunning: MAX_INSERTS,
      insert: (blocks, signal) => this.#insertTogether(blocks, signal),
    });
  }

  async write(block: SpanBlock, signal: AbortSignal): Promise<WriteOutcome> {
    let isAlone = !canJoin(block);
    const ready = await this.#attempt(signal, async () => {
      isAlone ||= await this.#lastTombstones.isAfter(block, signal);
    });
    if (ready.status !== 'written') {
      return ready;
    }
    return isAlone
      ? this.#attempt(signal, () => this.#insert(block, block.deduplicationToken, signal))
      : this.#queue.write(block, signal);
  }

  async writeAgain(block: SpanBlock, signal: AbortSignal): Promise<WriteOutcome> {
    this.#lastTombstones.forget(); // another process may have written deletes since the earlier attempt
    const repeated = await this.#queue.repeat(block, signal);
    if (repeated !== undefined && repeated.status !== 'written') {
      return repeated;
    }
    return this.#attempt(signal, () => this.#insertUntilStored(block, signal));
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
      this.#lastTombstones.forget(); // the next write reads the offsets again
    });
  }

  forgetPartitions(): void {
    this.#lastTombstones.forget();
  }

  onInsert(listener: (blocks: readonly SpanBlock[]) => void): void {
    this.#onInsert = listener;
  }

  async check(): Promise<void> {
    await checkServer(this.#client, { where: 'CLICKHOUSE_URL', settings: insertSettings });
    await checkSchema(this.#client);
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  /**
   * Inserts a block until its rows are found, at most three times. If the rows are found at the start, nothing is
   * inserted.
   */
  async #insertUntilStored(block: SpanBlock, signal: AbortSignal): Promise<void> {
    const { deduplicationToken: token, rowsAtOffset } = block;
    if (rowsAtOffset === undefined) {
      // Other blocks have rows at the same log position, so the number of rows does not show whether this block is
      // stored.
      await this.#insert(block, token, signal);
    } else {
      if (await this.#isStored(block, rowsAtOffset, signal)) {
        return; // the block may have been stored by a joined insert, under that insert's token
      }
      for (const next of [token, `${token}:again`]) {
        await this.#insert(block, next, signal);
        if (await this.#isStored(block, rowsAtOffset, signal)) {
          return;
        }
      }
    }
    // An insert with a new token is never deduplicated.
    await this.#insert(block, `${token}:${randomUUID()}`, signal);
  }

  /**
   * Inserts several blocks in one request. The deletes are read immediately before the insert, because the process may
   * have been suspended while the blocks waited.
   */
  async #insertTogether(blocks: readonly SpanBlock[], signal: AbortSignal): Promise<WriteOutcome> {
    let isBeforeDeletes = false;
    const ready = await this.#attempt(signal, async () => {
      for (const block of blocks) {
        isBeforeDeletes ||= await this.#lastTombstones.isAfter(block, signal);
      }
    });
    if (ready.status !== 'written') {
      return ready;
    }
    if (isBeforeDeletes && blocks.length > 1) {
      return notTogether;
    }
    const request = { token: tokenOfInsert(blocks), isBeforeDeletes, signal };
    return this.#attempt(signal, () => this.#send(blocks, request));
  }

  async #insert(block: SpanBlock, token: string, signal: AbortSignal): Promise<void> {
    const isBeforeDeletes = await this.#lastTombstones.isAfter(block, signal);
    await this.#send([block], { token, isBeforeDeletes, signal });
  }

  async #send(blocks: readonly SpanBlock[], { token, isBeforeDeletes, signal }: InsertRequest) {
    const rowSchemaVersion = blocks[0]?.rowSchemaVersion ?? 0;
    const isJoined = blocks.length > 1;
    signal.throwIfAborted(); // the client does not check whether the signal has already aborted
    await execute(this.#client, {
      query: insertStatement({ rowSchemaVersion, isBeforeDeletes, isJoined }),
      query_params: positionParameters(blocks),
      values: Readable.from(blocks.flatMap(({ frames }) => frames)),
      http_headers: { 'Content-Encoding': 'zstd' },
      clickhouse_settings: {
        ...insertSettings,
        insert_deduplication_token: token,
        max_execution_time: this.#maxExecutionSeconds,
      },
      abort_signal: signal,
    });
    this.#onInsert(blocks);
  }

  /**
   * Returns whether the rows of a block are stored. Also returns false if the check takes too long, because storing
   * rows twice costs less than waiting.
   */
  async #isStored({ logPartition, logOffset }: SpanBlock, rowCount: number, signal: AbortSignal) {
    try {
      const answer = await execute(this.#client, {
        ...selectStoredRows(logPartition, logOffset),
        clickhouse_settings: { max_execution_time: this.#maxExecutionSeconds },
        abort_signal: signal,
      });
      const [[rows, indexed, unlisted] = []] = tableRows(answer);
      return rows === indexed && unlisted === '0' && Number(rows) >= rowCount;
    } catch (error) {
      if (toClickHouseFailure(error).kind === 'deadline') {
        return false;
      }
      throw error;
    }
  }

  /** Converts a ClickHouse failure to an outcome. Rejects only with the reason of the signal. */
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

  /** Runs an INSERT … SELECT without deduplication. */
  async #command(statement: Statement, signal: AbortSignal): Promise<void> {
    await execute(this.#client, {
      ...(await toExecParams(statement)),
      clickhouse_settings: {
        ...insertSettings,
        ...notDeduplicated,
        max_execution_time: this.#maxExecutionSeconds,
      },
      abort_signal: signal,
    });
  }
}

const statuses = {
  refused: 'refused',
  unavailable: 'retryable',
  deadline: 'retryable',
  unknown: 'unknown',
} as const;

function toOutcome({ kind, code, reason }: ClickHouseFailure): WriteOutcome {
  return { status: statuses[kind], code, reason };
}
