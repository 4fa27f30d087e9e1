import { randomUUID } from 'node:crypto';
import { systemClock as clock } from '@spanhouse/service-runtime';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import { toLogOffset } from '@spanhouse/span-row';
import {
  aContext,
  aSpan,
  aSpanBlock,
  createTestDatabase,
  type RowInput,
  type TestDatabase,
} from '@spanhouse/trace-store/testing';
import {
  createDeadLetterIndex,
  createMessageLedger,
  createSpanMetricsStore,
  createSpanWriter,
} from '@spanhouse/trace-store/writer';
import { traceId } from '../selecting.js';

const logger = createSilentLogger();
const { signal } = new AbortController();

/** Generation of the target's log. The source contains the previous generation. */
export const END_GENERATION = 3;
const NS_PER_DAY = 86_400_000_000_000n;
const MESSAGES = 6;
const SPANS_OF_MESSAGE = 5;
const DELETING_OFFSET = 900;

const filledTables = [
  'spans',
  'trace_index',
  'attribute_shapes',
  'services',
  'tombstones',
  'removed_spans',
  'removed_rows',
  'message_ledger',
  'dead_letters',
  'lost_messages',
  'span_metrics',
];

/** Two migrated stores on one server or cluster. */
export interface MovedStores {
  readonly source: TestDatabase;
  readonly target: TestDatabase;
  readonly projects: readonly string[];
  readonly deletedTrace: string;
  /** Log position of the delete. */
  readonly deletedBefore: number;
  /** Returns the number of rows stored by `fillStore`. */
  rows(): number;
  /** Stores a row of the next log in the same way as a consumer. */
  writeLater(database: TestDatabase): Promise<void>;
  emptyTarget(): Promise<void>;
  close(): Promise<void>;
}

export async function openMovedStores(address: string): Promise<MovedStores> {
  const [source, target] = [await createTestDatabase(address), await createTestDatabase(address)];
  const projects = [randomUUID(), randomUUID()].toSorted();
  return {
    source,
    target,
    projects,
    deletedTrace: traceId(1),
    deletedBefore: Number(toLogOffset(END_GENERATION - 1, DELETING_OFFSET)),
    rows: () => projects.length * MESSAGES * SPANS_OF_MESSAGE,
    async writeLater(database) {
      const rows = [{ span: aSpan(), context: aContext({ project_id: projects[0] ?? '' }) }];
      const logOffset = toLogOffset(END_GENERATION, 0);
      await write(database, rows, { logPartition: 0, logOffset });
    },
    async emptyTarget() {
      for (const table of filledTables) {
        await target.commandLocal(`TRUNCATE TABLE ${table}`);
      }
    },
    async close() {
      await Promise.all([source.drop(), target.drop()]);
    },
  };
}

/**
 * Fills the source with spans from two projects, two weeks and two retention periods, with a deleted trace, and with
 * all records about them.
 */
export async function fillStore({ source, projects }: MovedStores): Promise<void> {
  for (const [partition, projectId] of projects.entries()) {
    for (let message = 0; message < MESSAGES; message += 1) {
      await storeMessage(source, { partition, projectId, message });
    }
  }
  const writer = createSpanWriter(source.config, { logger });
  const tombstones = [
    {
      projectId: projects[0] ?? '',
      traceId: traceId(1),
      logOffset: toLogOffset(END_GENERATION - 1, DELETING_OFFSET),
    },
  ];
  await writer.writeTombstones({ logPartition: 0, tombstones }, signal);
  await writer.close();
  await fillOthers(source, projects[0] ?? '');
}

interface StoredMessage {
  readonly partition: number;
  readonly projectId: string;
  readonly message: number;
}

async function storeMessage(
  database: TestDatabase,
  { partition, projectId, message }: StoredMessage,
): Promise<void> {
  const isOld = message % 2 === 1;
  const receivedAt = clock.nowNs() - (isOld ? 10n : 1n) * NS_PER_DAY + BigInt(message);
  const retention_days = message % 3 === 0 ? 0 : 30;
  const context = aContext({ project_id: projectId, received_at: receivedAt, retention_days });
  const rows = Array.from({ length: SPANS_OF_MESSAGE }, (_, index) => ({
    // Most traces have spans from several messages, and some spans have two versions.
    span: aSpan({
      trace_id: traceId(1 + (index % 3)),
      span_id: spanId(index * 100 + (message >> 1)),
    }),
    context,
  }));
  const logOffset = toLogOffset(END_GENERATION - 1, message);
  await write(database, rows, { logPartition: partition, logOffset });
  const ledger = createMessageLedger(database.config, { logger });
  await ledger.enter([
    {
      logId: 'the-log',
      logPartition: partition,
      logOffset,
      blockOffset: logOffset,
      projectId,
      receivedAt,
      isRetry: false,
      spanCount: SPANS_OF_MESSAGE,
      retentionDays: retention_days,
      origin: { writer: 'the-writer', number: message + 1 },
    },
  ]);
  await ledger.close();
}

async function fillOthers(database: TestDatabase, project_id: string): Promise<void> {
  const metrics = createSpanMetricsStore(database.config, { logger, clock });
  const sum = { metric: 'calls' as const, labels: ['checkout'], bucket: 1, amount: 5n };
  const totals = { totalNs: 7n, totalBytes: 9n, exemplar: undefined };
  const positions = [toLogOffset(END_GENERATION - 1, 4)];
  const progress = { round: 1, author: 1, positions, pairedTo: positions };
  await metrics.add([{ ...sum, ...totals, project_id }], progress, signal);
  await metrics.close();
  const letters = createDeadLetterIndex(database.config, { logger });
  const position = { partition: 0, offset: 5 };
  const letter = { logId: 'the-log', position, projectId: project_id, firstRow: 0, rowCount: 1 };
  await letters.record([{ ...letter, stage: 'insert', reason: 'refused' }]);
  await letters.close();
}

async function write(
  database: TestDatabase,
  rows: readonly RowInput[],
  position: { readonly logPartition: number; readonly logOffset: bigint },
): Promise<void> {
  const writer = createSpanWriter(database.config, { logger });
  const outcome = await writer.write(aSpanBlock(rows, position), signal);
  await writer.close();
  if (outcome.status !== 'written') {
    throw new Error(`${outcome.code}: ${outcome.reason}`);
  }
}

function spanId(number: number): string {
  return (number + 1).toString(16).padStart(16, '0');
}
