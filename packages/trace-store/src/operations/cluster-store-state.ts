import type { StoreReading, StoreState, TableState } from '../store-state.js';

/**
 * Combines the states of all servers of a cluster. The result is a sum if a sum is meaningful, and the worst value
 * otherwise. Servers that do not answer are omitted, and the reading is marked incomplete.
 */
export function combineStates(states: readonly StoreState[]): StoreState {
  return {
    async read() {
      const answers = await Promise.allSettled(states.map((state) => state.read()));
      const readings = answers.flatMap((answer) =>
        answer.status === 'fulfilled' ? [answer.value] : [],
      );
      if (readings.length === 0) {
        throw answers.find((answer) => answer.status === 'rejected')?.reason;
      }
      return { ...readings.reduce(together), isComplete: readings.length === answers.length };
    },
    async close() {
      await Promise.all(states.map((state) => state.close()));
    },
  };
}

function together(left: StoreReading, right: StoreReading): StoreReading {
  const fuller = share(left) <= share(right) ? left : right;
  return {
    isComplete: true,
    tables: tablesTogether(left.tables, right.tables),
    merges: left.merges + right.merges,
    longestMergeSeconds: Math.max(left.longestMergeSeconds, right.longestMergeSeconds),
    pendingMutations: left.pendingMutations + right.pendingMutations,
    uptimeSeconds: Math.min(left.uptimeSeconds, right.uptimeSeconds),
    diskFreeBytes: fuller.diskFreeBytes,
    diskSizeBytes: fuller.diskSizeBytes,
    readonlyReplicas: left.readonlyReplicas + right.readonlyReplicas,
    replicationDelaySeconds: Math.max(left.replicationDelaySeconds, right.replicationDelaySeconds),
  };
}

/** Returns the free share of a disk. A disk without a size is never the fullest. */
function share({ diskFreeBytes, diskSizeBytes }: StoreReading): number {
  return diskSizeBytes === 0 ? Number.POSITIVE_INFINITY : diskFreeBytes / diskSizeBytes;
}

type Tables = ReadonlyMap<string, TableState>;

function tablesTogether(left: Tables, right: Tables): Tables {
  const tables = new Map(left);
  for (const [name, state] of right) {
    const known = tables.get(name);
    tables.set(name, known === undefined ? state : tableTogether(known, state));
  }
  return tables;
}

function tableTogether(left: TableState, right: TableState): TableState {
  return {
    parts: left.parts + right.parts,
    partitionPartsMax: Math.max(left.partitionPartsMax, right.partitionPartsMax),
    rows: left.rows + right.rows,
    bytesOnDisk: left.bytesOnDisk + right.bytesOnDisk,
  };
}
