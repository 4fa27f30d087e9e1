// Gives the ledger the entries of a load again, block by block, in the time of the load but without its pauses.
import { createLogger, systemClock } from '../../packages/service-runtime/dist/index.js';
import { createLedgerAudit, createMessageLedger } from '../../packages/trace-store/dist/writer.js';
import { encodeCommitMetadata } from '../../services/span-consumer/dist/blocks/commit-metadata.js';
import { EntryCarrier } from '../../services/span-consumer/dist/flushing/entry-carrier.js';
import { clickhouseRows } from '../clickhouse-tables.mjs';

const logger = createLogger({ level: 'warn', service: 'bench' });
/** Each replay has offsets of its own, so that its entries replace no others. */
const OFFSETS_OF_REPLAY = 1n << 32n;
/** The rounds of the consumer do not look at what was received so long ago. */
const TIME_OF_REPLAY_NS = 172_800_000_000_000n;
const NS_PER_MS = 1_000_000n;
const NS_PER_ROUND = 60_000_000_000n;

/** Reads the blocks of the ledger in the order of their last messages. */
export async function readBlocks(access) {
  const rows = await clickhouseRows(
    access,
    `SELECT log_id, log_partition, toString(log_offset) AS place, toString(block_offset) AS block, project_id,
    toString(toUnixTimestamp64Nano(received_at)) AS received, is_retry, span_count, retention_days, writer, toString(number) AS number
    FROM spanhouse.message_ledger FINAL ORDER BY log_partition, log_offset`,
  );
  const blocks = new Map();
  for (const row of rows) {
    const key = `${row.log_partition}@${row.block}`;
    blocks.set(key, [...(blocks.get(key) ?? []), toEntry(row)]);
  }
  return [...blocks.values()].sort((left, right) => (endOf(left) < endOf(right) ? -1 : 1));
}

export function endOf(block) {
  return block.at(-1).receivedAt;
}

function toEntry(row) {
  return {
    logId: row.log_id,
    logPartition: row.log_partition,
    logOffset: BigInt(row.place),
    blockOffset: BigInt(row.block),
    projectId: row.project_id,
    receivedAt: BigInt(row.received),
    isRetry: row.is_retry,
    spanCount: row.span_count,
    retentionDays: row.retention_days,
    origin: { writer: row.writer, number: Number(row.number) },
  };
}

function shifted(block, replay) {
  const shift = BigInt(replay) * OFFSETS_OF_REPLAY;
  return block.map((entry) => ({
    ...entry,
    logOffset: entry.logOffset + shift,
    blockOffset: entry.blockOffset + shift,
    receivedAt: entry.receivedAt - TIME_OF_REPLAY_NS,
  }));
}

function configOf({ url, user, password }) {
  return {
    CLICKHOUSE_URL: url,
    CLICKHOUSE_DATABASE: 'spanhouse',
    CLICKHOUSE_USER: user,
    CLICKHOUSE_PASSWORD: password,
    CLICKHOUSE_REQUEST_TIMEOUT_MS: 60_000,
  };
}

/** Compares the messages of blocks with what is stored, minute by minute as rounds do. */
export function openComparison(access) {
  const audit = createLedgerAudit(configOf(access), { logger, clock: systemClock });
  const { signal } = new AbortController();
  return {
    async compare(blocks) {
      for (const round of roundsOf(blocks)) {
        const selection = placesOf(round);
        await audit.entered(selection.to, signal);
        const { sums } = await audit.balance(selection, selection.to, signal);
        if (sums.unaccounted > 0 || sums.accepted === 0) {
          throw new Error(`the load does not add up: ${JSON.stringify(sums)}`);
        }
      }
    },
    close: () => audit.close(),
  };
}

/** The entries of each minute of the load. */
function roundsOf(blocks) {
  const begin = endOf(blocks[0]);
  const rounds = new Map();
  for (const block of blocks) {
    const minute = (endOf(block) - begin) / NS_PER_ROUND;
    rounds.set(minute, [...(rounds.get(minute) ?? []), ...block]);
  }
  return rounds.values();
}

function placesOf(entries) {
  const partitions = Math.max(...entries.map(({ logPartition }) => logPartition)) + 1;
  const places = Array.from({ length: partitions }, (_, partition) =>
    entries
      .filter(({ logPartition }) => logPartition === partition)
      .map(({ logOffset }) => logOffset),
  );
  return {
    from: places.map((ofPartition) => ofPartition[0]),
    to: places.map((ofPartition) => ofPartition.at(-1) + 1n),
  };
}

/** Counts the inserts of a ledger. */
export function openLedger(access) {
  const ledger = createMessageLedger(configOf(access), { logger });
  const counts = { inserts: 0, entries: 0 };
  return {
    counts,
    async enter(entries) {
      counts.inserts += 1;
      counts.entries += entries.length;
      await ledger.enter(entries);
    },
    close: () => ledger.close(),
  };
}

/** Enters every block before its commit, as consumers did before ADR 151. */
export async function enterEachBlock(ledger, blocks, replay) {
  for (const block of blocks) {
    await ledger.enter(shifted(block, replay));
  }
}

/** Lets commits carry the entries, as consumers do. */
export async function carryBlocks(ledger, blocks, replay) {
  const clock = new LoadClock(endOf(blocks[0]));
  const carrier = new EntryCarrier({
    ledger,
    clock,
    logger,
    maxMetadataBytes: 16_000, // of the embedded log
    onRetry: () => undefined,
  });
  for (const block of blocks) {
    const [{ logPartition: partition }] = block;
    await clock.advanceTo(endOf(block), carrier);
    carrier.add(partition, shifted(block, replay));
    while (!carrier.isCarriable(partition)) {
      await carrier.enter();
    }
    encodeCommitMetadata({ record: undefined, carried: carrier.carried(partition) });
  }
  await carrier.enter(); // the next load would enter them with its own
}

/** The time of the load. */
class LoadClock {
  #nowNs;
  #timers = new Set();

  constructor(nowNs) {
    this.#nowNs = nowNs;
  }

  setTimer(ms, run) {
    const timer = { atNs: this.#nowNs + BigInt(ms) * NS_PER_MS, run };
    this.#timers.add(timer);
    return { cancel: () => this.#timers.delete(timer) };
  }

  /** Runs the timers that are due, and waits for what they enter. */
  async advanceTo(nowNs, carrier) {
    for (const timer of [...this.#timers]) {
      if (timer.atNs <= nowNs) {
        this.#timers.delete(timer);
        this.#nowNs = timer.atNs;
        timer.run();
        await carrier.enter();
      }
    }
    this.#nowNs = nowNs;
  }
}
