import type { StoreReading, StoreState } from '../store-state.js';
import { combineStates } from './clickhouse-store-state.js';

const reading: StoreReading = {
  isComplete: true,
  tables: new Map([['spans', { parts: 3, partitionPartsMax: 2, rows: 10, bytesOnDisk: 100 }]]),
  merges: 1,
  longestMergeSeconds: 5,
  pendingMutations: 0,
  uptimeSeconds: 60,
  diskFreeBytes: 50,
  diskSizeBytes: 100,
  readonlyReplicas: 0,
  replicationDelaySeconds: 0,
};

function close() {
  return Promise.resolve();
}

function up(members: Partial<StoreReading> = {}): StoreState {
  return {
    read: () => Promise.resolve({ ...reading, ...members }),
    close,
  };
}

const down: StoreState = { read: () => Promise.reject(new Error('unavailable')), close };

describe('combineStates', () => {
  it('sums counts and reports the worst of other values', async () => {
    const state = combineStates([up(), up({ diskFreeBytes: 10, longestMergeSeconds: 9 })]);

    expect(await state.read()).toMatchObject({
      isComplete: true,
      tables: new Map([['spans', { parts: 6, partitionPartsMax: 2, rows: 20, bytesOnDisk: 200 }]]),
      diskFreeBytes: 10,
      longestMergeSeconds: 9,
    });
  });

  it('is incomplete if a server is unavailable', async () => {
    const state = combineStates([down, up({ diskFreeBytes: 10 })]);

    expect(await state.read()).toMatchObject({ isComplete: false, diskFreeBytes: 10 });
  });

  it('rejects when no server answers', async () => {
    await expect(combineStates([down, down]).read()).rejects.toThrow('unavailable');
  });
});
