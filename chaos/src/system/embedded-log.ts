import { keyOf } from '../../../packages/span-log/src/embedded/log-keys.js';
import { type LogStore, openLogStore } from '../../../packages/span-log/src/embedded/log-store.js';
import { encodeStored } from '../../../packages/span-log/src/embedded/stored-message.js';
import type { ServiceProcess } from './service-process.js';
import type { Log } from './system.js';

const PARTITION = 0;
const MAP_BYTES = 2 ** 30;

/** Opens the log in a process's directory. While the process runs, no other process may open the log. */
export function createEmbeddedLog(directory: string, program: ServiceProcess): Log {
  return {
    async append({ headers, value }) {
      await program.stop();
      const offset = await inStore(directory, async (store) => {
        const { offset: committed } = store.readPosition(PARTITION);
        const end = Math.max((store.lastOffset(PARTITION) ?? -1) + 1, committed);
        await store.messages.put(keyOf(PARTITION, end), encodeStored(headers, value));
        return end;
      });
      await program.start();
      return { partition: PARTITION, offset };
    },
    skip: ({ partition, offset }) =>
      inStore(directory, async (store) => {
        const { offset: committed, metadata } = store.readPosition(partition);
        requireReadUpTo(committed, offset);
        await store.putPosition(partition, { offset: offset + 1, metadata });
      }),
  };
}

/** Throws if skipping the message at `offset` would also skip earlier messages. */
export function requireReadUpTo(committed: number, offset: number): void {
  if (committed !== offset) {
    throw new Error(`the log is read up to ${committed}, not up to the message at ${offset}`);
  }
}

async function inStore<Result>(
  directory: string,
  use: (store: LogStore) => Promise<Result>,
): Promise<Result> {
  const store = await openLogStore({
    directory,
    mapBytes: MAP_BYTES,
    preallocatedBytes: 0,
    minFreeBytes: 0,
  });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}
