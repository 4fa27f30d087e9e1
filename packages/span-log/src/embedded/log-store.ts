import { open as openFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@spanhouse/service-runtime';
import { type Database, open, type RootDatabase } from 'lmdb';
import { reasonOf } from '../messages/reason-of.js';
import type { CommittedPosition } from '../span-subscription.js';
import type { LogIdentity } from '../topics.js';
import { keyOf, MAX_OFFSET, partitionKeyOf, positionOf } from './log-keys.js';
import { preallocate } from './preallocate.js';

/** A committed position without the partition, which is in the key. */
export type StoredPosition = Omit<CommittedPosition, 'partition'>;

/** Sizes of the file in bytes. */
export interface StoreSize {
  /** Size of the file. It never shrinks; LMDB reuses its free pages. */
  readonly fileBytes: number;
  /** Size of the pages in use. */
  readonly usedBytes: number;
}

type BinaryDatabase = Database<Uint8Array, Buffer>;

interface PageCounts {
  readonly pageSize: number;
  readonly treeBranchPageCount: number;
  readonly treeLeafPageCount: number;
  readonly overflowPages: number;
}

const FORMAT_VERSION = 1;
const description = Buffer.from('description');
const latestReceipt = Buffer.from('latest-receipt');

/** The identity of the log, stored as JSON. */
export interface LogDescription extends LogIdentity {
  readonly format: number;
}

/** The LMDB file: messages, committed positions, dead letters and the log's description. */
export class LogStore {
  readonly #root: RootDatabase<Uint8Array, Buffer>;
  readonly messages: BinaryDatabase;
  readonly deadLetters: BinaryDatabase;
  /** The headers of the dead letters, sorted by time. */
  readonly letterTimes: BinaryDatabase;
  readonly #positions: BinaryDatabase;
  readonly #description: BinaryDatabase;

  constructor(root: RootDatabase<Uint8Array, Buffer>) {
    this.#root = root;
    const openDatabase = (name: string): BinaryDatabase =>
      root.openDB({ name, encoding: 'binary', keyEncoding: 'binary' });
    this.messages = openDatabase('messages');
    this.deadLetters = openDatabase('dead-letters');
    this.letterTimes = openDatabase('dead-letter-times');
    this.#positions = openDatabase('positions');
    this.#description = openDatabase('description');
  }

  /** Returns `undefined` for a new file, or for a file whose creation was interrupted. Throws for an unknown format. */
  readDescription(): LogDescription | undefined {
    const stored = this.#description.getBinary(description);
    if (stored === undefined) {
      return undefined;
    }
    const read = JSON.parse(stored.toString('utf8')) as LogDescription;
    if (read.format === FORMAT_VERSION) {
      return read;
    }
    throw new AppError('LOG_UNAVAILABLE', `the span log has the unknown format ${read.format}`);
  }

  describe(log: LogIdentity): Promise<unknown> {
    return this.#description.put(
      description,
      Buffer.from(JSON.stringify({ format: FORMAT_VERSION, ...log })),
    );
  }

  /** Returns the latest receive time among all messages that were ever in the log, in ns since the Unix epoch. */
  readLatestReceipt(): bigint {
    const stored = this.#description.getBinary(latestReceipt);
    return stored === undefined ? 0n : BigInt(stored.toString('latin1'));
  }

  putLatestReceipt(receivedAt: bigint): Promise<unknown> {
    return this.#description.put(latestReceipt, Buffer.from(String(receivedAt), 'latin1'));
  }

  readPosition(partition: number): StoredPosition {
    const stored = this.#positions.getBinary(partitionKeyOf(partition));
    return stored === undefined
      ? { offset: 0, metadata: '' }
      : (JSON.parse(stored.toString('utf8')) as StoredPosition);
  }

  putPosition(partition: number, { offset, metadata }: StoredPosition): Promise<unknown> {
    return this.#positions.put(
      partitionKeyOf(partition),
      Buffer.from(JSON.stringify({ offset, metadata })),
    );
  }

  firstOffset(partition: number): number | undefined {
    return this.#nearest(partition, { start: keyOf(partition, 0) });
  }

  lastOffset(partition: number): number | undefined {
    return this.#nearest(partition, { start: keyOf(partition, MAX_OFFSET), reverse: true });
  }

  size(): StoreSize {
    const { root, free, lastPageNumber, pageSize } = this.#root.getStats() as PageCounts & {
      readonly root: PageCounts;
      readonly free: PageCounts;
      readonly lastPageNumber: number;
    };
    const letters = [this.deadLetters, this.letterTimes];
    const counted = [this.messages, ...letters, this.#positions, this.#description];
    const pages = counted.map((database) => database.getStats() as PageCounts);
    const usedPages = [root, free, ...pages].reduce((sum, count) => sum + pagesOf(count), 0);
    return { fileBytes: (lastPageNumber + 1) * pageSize, usedBytes: usedPages * pageSize };
  }

  async close(): Promise<void> {
    await this.#root.close();
  }

  #nearest(partition: number, range: { start: Buffer; reverse?: boolean }): number | undefined {
    const [key] = this.messages.getKeys({ ...range, limit: 1 });
    const position = key === undefined ? undefined : positionOf(key);
    return position?.partition === partition ? position.offset : undefined;
  }
}

function pagesOf(count: PageCounts): number {
  return count.treeBranchPageCount + count.treeLeafPageCount + count.overflowPages;
}

const storeOptions = {
  encoding: 'binary',
  keyEncoding: 'binary',
  maxDbs: 8,
  // With the default (`true`), a put resolves as soon as it is visible, before it is on disk.
  overlappingSync: false,
  // With batching, a failed commit leaves an internal promise of lmdb rejected without a handler.
  eventTurnBatching: false,
  /** Keeps all writes of one turn in one transaction. lmdb's types do not declare this option. */
  txnStartThreshold: 10_000,
  noMemInit: true,
} as const;

export interface OpenLogStoreOptions {
  readonly directory: string;
  /** Number of bytes of address space to reserve, so that the memory map does not move while the file grows. */
  readonly mapBytes: number;
  readonly preallocatedBytes: number;
  readonly minFreeBytes: number;
}

/** Opens or creates the file and reserves its space. Rejects with LOG_UNAVAILABLE. */
export async function openLogStore(options: OpenLogStoreOptions): Promise<LogStore> {
  const { directory, mapBytes, preallocatedBytes, minFreeBytes } = options;
  const file = join(directory, 'log.mdb');
  try {
    const store = new LogStore(open({ path: file, ...storeOptions, mapSize: mapBytes }));
    await preallocate(file, preallocatedBytes, minFreeBytes);
    await flushDirectory(directory);
    return store;
  } catch (error) {
    const message = `the span log in ${directory} cannot be opened: ${reasonOf(error)}`;
    throw new AppError('LOG_UNAVAILABLE', message, { cause: error });
  }
}

/** Flushes the directory, because LMDB flushes the file but not its directory entry. */
async function flushDirectory(directory: string): Promise<void> {
  const handle = await openFile(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
