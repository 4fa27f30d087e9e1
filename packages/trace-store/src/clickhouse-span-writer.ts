import { Readable } from 'node:stream';
import { type ClickHouseClient, readAll } from './clickhouse-client.js';
import { type ClickHouseFailure, toClickHouseFailure } from './clickhouse-failure.js';
import { INSERT_SETTINGS, insertStatement } from './insert-statement.js';
import { checkSchema } from './schema-state.js';
import type { SpanBlock, SpanWriter, WriteOutcome } from './span-writer.js';

export class ClickHouseSpanWriter implements SpanWriter {
  readonly #client: ClickHouseClient;
  readonly #maxExecutionSeconds: number;

  constructor(client: ClickHouseClient, requestTimeoutMs: number) {
    this.#client = client;
    this.#maxExecutionSeconds = Math.ceil(requestTimeoutMs / 1000);
  }

  async write(block: SpanBlock, signal: AbortSignal): Promise<WriteOutcome> {
    signal.throwIfAborted();
    try {
      const { stream } = await this.#client.exec({
        query: insertStatement(block.rowSchemaVersion),
        query_params: {
          log_partition: block.logPartition,
          log_offset: block.logOffset,
        },
        values: Readable.from(block.frames),
        http_headers: { 'Content-Encoding': 'zstd' },
        clickhouse_settings: {
          ...INSERT_SETTINGS,
          insert_deduplication_token: block.deduplicationToken,
          max_execution_time: this.#maxExecutionSeconds,
        },
        abort_signal: signal,
      });
      await readAll(stream);
      return { status: 'written' };
    } catch (error) {
      signal.throwIfAborted();
      return toOutcome(toClickHouseFailure(error));
    }
  }

  async check(): Promise<void> {
    await checkSchema(this.#client);
  }

  async close(): Promise<void> {
    await this.#client.close();
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
