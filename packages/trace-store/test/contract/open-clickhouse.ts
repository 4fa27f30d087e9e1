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
  type RowInput,
  START_NS,
  type TestDatabase,
} from '@spanhouse/trace-store/testing';
import { createSpanWriter, type TombstoneBlock } from '@spanhouse/trace-store/writer';
import { type RunStatement, withDeadline } from '../../src/connection/run-statement.js';
import { closeRunner, openRunner } from '../../src/connection/runner.js';

const signal = new AbortController().signal;

/** Rows that are stored together at one log position. */
export interface StoredRows {
  readonly rows: readonly RowInput[];
  readonly logPartition?: number;
  readonly logOffset?: bigint;
}

/** A store for the spans of a suite, in ClickHouse or in memory. */
export interface StoreUnderTest {
  store(stored: StoredRows): Promise<void>;
  delete(block: TombstoneBlock): Promise<void>;
  /** Merges all parts in ClickHouse. */
  merge(): Promise<void>;
  close(): Promise<void>;
}

/** Creates a new database. `close` drops it. */
export async function openClickHouse(url: string) {
  const database = await createTestDatabase(url);
  const writer = createSpanWriter(database.config, { logger: createSilentLogger() });
  return {
    database,
    writer,
    async store({ rows, ...position }: StoredRows) {
      expect(await writer.write(aSpanBlock(rows, position), signal)).toEqual({ status: 'written' });
    },
    async delete(block: TombstoneBlock) {
      expect(await writer.writeTombstones(block, signal)).toEqual({ status: 'written' });
    },
    merge: () => database.commandLocal('OPTIMIZE TABLE spans FINAL'),
    async close() {
      await writer.close();
      await database.drop();
    },
  };
}

/** Creates a new database and a reader for it. */
export async function openWithReader(url: string) {
  const { close, ...store } = await openClickHouse(url);
  const dependencies = { logger: createSilentLogger(), clock: systemClock };
  const reader = createTraceReader(store.database.config, dependencies);
  return {
    ...store,
    reader,
    async close() {
      await reader.close();
      await close();
    },
  };
}

/** Runs the statements of a single read. */
export async function readFrom<Result>(
  { config }: TestDatabase,
  work: (run: RunStatement) => Promise<Result>,
): Promise<Result> {
  const dependencies = { logger: createSilentLogger(), clock: systemClock };
  const runner = openRunner(config, 1, dependencies);
  try {
    return await withDeadline(runner, signal, work);
  } finally {
    await closeRunner(runner);
  }
}

/** Opens a store before the tests of a suite and closes it after them. */
export function useOpened<Store extends { close(): Promise<void> }>(
  open: () => Promise<Store>,
): Store {
  const used = {} as Store;
  beforeAll(async () => {
    Object.defineProperties(used, Object.getOwnPropertyDescriptors(await open()));
  });
  afterAll(() => used.close());
  return used;
}

/** A new project for each test, and the spans that the test has sent to it. */
interface SentProject {
  id: string;
  /** The last receive time. Each span is received one ns after the previous one. */
  receivedAt: bigint;
  /** Stores spans as one block. */
  send(...spans: readonly Partial<CanonicalSpan>[]): Promise<void>;
  sendAt(logOffset: bigint, ...spans: readonly Partial<CanonicalSpan>[]): Promise<void>;
}

/** Opens a store for a suite and uses a new project for each of its tests. */
export function useProject<Store extends Pick<StoreUnderTest, 'store' | 'close'>>(
  open: () => Promise<Store>,
): { readonly used: Store; readonly project: SentProject } {
  const used = useOpened(open);
  const project: SentProject = {
    id: '',
    receivedAt: START_NS,
    send: (...spans) => project.sendAt(0n, ...spans),
    sendAt(logOffset, ...spans) {
      const rows = spans.map((members) => {
        project.receivedAt += 1n;
        const context = aContext({ project_id: project.id, received_at: project.receivedAt });
        return { span: aSpan(members), context };
      });
      return used.store({ rows, logOffset });
    },
  };
  beforeEach(() => {
    project.id = randomUUID();
  });
  return { used, project };
}
