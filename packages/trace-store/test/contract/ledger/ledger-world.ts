import { randomUUID } from 'node:crypto';
import { systemClock as clock } from '@spanhouse/service-runtime';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import { partitionOffsetOf, toLogOffset } from '@spanhouse/span-row';
import {
  aContext,
  aSpan,
  aSpanBlock,
  createTestDatabase,
  type RowInput,
} from '@spanhouse/trace-store/testing';
import {
  createDeadLetterIndex,
  createLedgerAudit,
  createMessageLedger,
  createSpanWriter,
  createTombstoneRemover,
  type LedgerEntry,
} from '@spanhouse/trace-store/writer';
import { useOpened } from '../open-clickhouse.js';
import { spanId, traceId } from '../selecting.js';

const signal = new AbortController().signal;
const GENERATION = 1;
const NS_PER_MINUTE = 60_000_000_000n;
const logId = 'the-log';

/** A message, given by its stored spans and the number of its dead letters. */
export interface SentMessage {
  readonly stored: readonly { readonly trace: number; readonly span: number }[];
  readonly dead?: number;
  readonly entry?: Partial<LedgerEntry>;
  /** Receive time of the rows, if the message contains rows that were received earlier. */
  readonly rowsReceivedAt?: bigint;
}

/**
 * Opens a world that stores blocks and enters their messages in the same way as the consumer, in a new minute and
 * partition.
 */
async function openLedgerWorld(address: string) {
  const logger = createSilentLogger();
  const database = await createTestDatabase(address);
  const parts = {
    writer: createSpanWriter(database.config, { logger }),
    ledger: createMessageLedger(database.config, { logger }),
    audit: createLedgerAudit(database.config, { logger, clock }),
    letters: createDeadLetterIndex(database.config, { logger }),
    remover: createTombstoneRemover(database.config, { logger }),
  };
  const startNs = (clock.nowNs() / NS_PER_MINUTE - 3000n) * NS_PER_MINUTE;
  let partition = -1;
  let offset = 0;
  let project = '';

  const positions = (last: bigint, before = toLogOffset(GENERATION, 0)) =>
    Array.from({ length: partition + 1 }, (_, index) => (index === partition ? last : before));
  const here = () => toLogOffset(GENERATION, offset);
  const begin = () => startNs + BigInt(partition) * NS_PER_MINUTE;
  const receivedAtOf = (position: bigint) =>
    begin() + partitionOffsetOf(position) * 1_000_000n + 7n;

  return {
    database,
    ...parts,
    /** Continues with an empty partition, whose messages have another minute and project. */
    renew(): void {
      partition += 1;
      offset = 0;
      project = randomUUID();
    },
    get partition() {
      return partition;
    },
    get project() {
      return project;
    },
    /** Start of the minute in which the messages of this partition were received. */
    get minute() {
      return begin();
    },
    here,
    receivedAtOf,
    /** Skips an offset, as if its message had been lost. */
    skip(): void {
      offset += 1;
    },
    /** Stores a block of messages. Returns their ledger entries but does not enter them. */
    async store(messages: readonly SentMessage[], block = here()): Promise<readonly LedgerEntry[]> {
      const rows: RowInput[] = [];
      const entries = messages.map(({ stored, dead = 0, entry, rowsReceivedAt }): LedgerEntry => {
        const position = here();
        offset += 1;
        const receivedAt = receivedAtOf(position);
        const context = aContext({
          project_id: project,
          received_at: rowsReceivedAt ?? receivedAt,
        });
        for (const { trace, span } of stored) {
          const ids = { trace_id: traceId(trace), span_id: spanId(span) };
          rows.push({ span: aSpan(ids), context });
        }
        return {
          logId,
          logPartition: partition,
          logOffset: position,
          blockOffset: block,
          projectId: project,
          receivedAt,
          isRetry: false,
          spanCount: stored.length + dead,
          retentionDays: 0,
          origin: { writer: 'the-writer', number: Number(partitionOffsetOf(position)) + 1 },
          ...entry,
        };
      });
      if (rows.length > 0) {
        const written = aSpanBlock(rows, { logPartition: partition, logOffset: block });
        expect(await parts.writer.write(written, signal)).toEqual({ status: 'written' });
      }
      await parts.letters.record(
        entries.flatMap(({ logOffset, projectId }, index) => {
          const rowCount = messages[index]?.dead ?? 0;
          const position = { partition, offset: Number(partitionOffsetOf(logOffset)) };
          const letter = { logId, position, projectId, stage: 'insert', reason: 'refused' };
          return rowCount === 0 ? [] : [{ ...letter, firstRow: 0, rowCount }];
        }),
      );
      return entries;
    },
    /** Deletes a trace at the end of the log and removes its rows. */
    async remove(trace: number): Promise<void> {
      const tombstones = [{ projectId: project, traceId: traceId(trace), logOffset: here() }];
      await parts.writer.writeTombstones({ logPartition: partition, tombstones }, signal);
      const outcome = await parts.remover.removeBatch(100, signal);
      expect(outcome.status).toBe('removed');
    },
    /** Deletes a stored row, as if ClickHouse had lost it. */
    async loseRow(trace: number, span: number): Promise<void> {
      await database.commandLocal(
        `ALTER TABLE spans DELETE WHERE project_id = '${project}' AND trace_id = unhex('${traceId(trace)}') AND span_id = unhex('${spanId(span)}') SETTINGS mutations_sync = 2`,
      );
    },
    /** Compares the messages of this partition, by time or by position. */
    balance(by: 'time' | 'position' = 'time', committed = here()) {
      const from = positions(toLogOffset(GENERATION, 0));
      const selection =
        by === 'time'
          ? { oldest: begin(), newest: begin() + NS_PER_MINUTE }
          : { from, to: positions(committed) };
      return parts.audit.balance(selection, positions(committed), signal);
    },
    /** Compares the messages in a part of the minute. */
    balanceWithin(oldest: bigint, newest: bigint) {
      return parts.audit.balance({ oldest, newest }, positions(here()), signal);
    },
    /** Returns the position before which all messages of this partition are entered. */
    async entered(committed = here()): Promise<bigint | undefined> {
      return (await parts.audit.entered(positions(committed), signal))[partition];
    },
    async close(): Promise<void> {
      await Promise.all(Object.values(parts).map((part) => part.close()));
      await database.drop();
    },
  };
}

/** Opens a world for a suite. Each test uses a new partition. */
export function useLedgerWorld(address: string): LedgerWorld {
  const world = useOpened(() => openLedgerWorld(address));
  beforeEach(() => world.renew());
  return world;
}

type LedgerWorld = Awaited<ReturnType<typeof openLedgerWorld>>;
