import { randomUUID } from 'node:crypto';
import { systemClock } from '@spanhouse/service-runtime';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import type { CanonicalSpan } from '@spanhouse/span-schema';
import { createTraceReader } from '@spanhouse/trace-store/reader';
import {
  aContext,
  aSpan,
  aSpanBlock,
  createTestDatabase,
  START_NS,
  type TestDatabase,
} from '@spanhouse/trace-store/testing';
import {
  createSpanWriter,
  createTombstoneRemover,
  type SpanBlock,
} from '@spanhouse/trace-store/writer';
import { shownSpans } from '../reading/shown-spans.js';
import { spanId, traceId } from '../selecting.js';

const signal = new AbortController().signal;
const GENERATION = 1n << 48n;

/** Returns spans of a trace. The trace and the spans are given by number. */
export function trace(number: number, spanIds: readonly number[]) {
  return spanIds.map((id) => ({
    trace_id: traceId(number),
    span_id: spanId(id),
    start_time: START_NS + BigInt(100 * number + id),
  }));
}

/** A store with deleted traces. Each test uses its own project and partition. */
export class DeletingWorld {
  readonly database: TestDatabase;
  readonly writer;
  readonly reader;
  readonly remover;
  projectId = randomUUID();
  /** The last receive time, in ns after the start time of the spans. */
  received = 0n;
  #logPartition = 0;

  constructor(database: TestDatabase) {
    const logger = createSilentLogger();
    this.database = database;
    this.writer = createSpanWriter(database.config, { logger });
    this.reader = createTraceReader(database.config, { logger, clock: systemClock });
    this.remover = createTombstoneRemover(database.config, { logger });
  }

  static async open(url: string): Promise<DeletingWorld> {
    return new DeletingWorld(await createTestDatabase(url));
  }

  begin(): void {
    this.projectId = randomUUID();
    this.#logPartition++;
  }

  /** Creates a block with spans at a log position. */
  blockOf(offset: bigint, spans: readonly Partial<CanonicalSpan>[]): SpanBlock {
    const rows = spans.map((members) => ({
      span: aSpan(members),
      context: aContext({ project_id: this.projectId, received_at: START_NS + ++this.received }),
    }));
    const logPartition = this.#logPartition;
    return aSpanBlock(rows, { logOffset: GENERATION | offset, logPartition });
  }

  async store(
    offset: bigint,
    spans: readonly Partial<CanonicalSpan>[],
    by = this.writer,
  ): Promise<void> {
    expect(await by.write(this.blockOf(offset, spans), signal)).toEqual({ status: 'written' });
  }

  async remove(offset: bigint, numbers: readonly number[]): Promise<void> {
    const tombstones = numbers.map((number) => ({
      projectId: this.projectId,
      traceId: traceId(number),
      logOffset: GENERATION | offset,
    }));
    const block = { logPartition: this.#logPartition, tombstones };
    expect(await this.writer.writeTombstones(block, signal)).toEqual({ status: 'written' });
  }

  async removeAll(): Promise<void> {
    for (let deletes = 1; deletes > 0; ) {
      const outcome = await this.remover.removeBatch(100, signal);
      if (outcome.status === 'busy') {
        throw new Error(outcome.reason);
      }
      deletes = outcome.deletes;
    }
  }

  shown(number: number) {
    return shownSpans(this.reader, this.projectId, traceId(number));
  }

  async storedSpans(): Promise<number> {
    const [row] = await this.database.select<{ n: string }>(
      `SELECT uniqExact(trace_id, span_id) AS n FROM spans WHERE project_id = '${this.projectId}'`,
    );
    return Number(row?.n);
  }

  async close(): Promise<void> {
    await this.writer.close();
    await this.reader.close();
    await this.remover.close();
    await this.database.drop();
  }
}
