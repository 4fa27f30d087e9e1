import { FakeClock } from '@spanhouse/service-runtime/testing';
import type { StoreReading } from '@spanhouse/trace-store/writer';
import { Registry } from 'prom-client';
import { registerStoreMetrics } from './store-metrics.js';

const aReading: StoreReading = {
  tables: new Map([
    ['spans', { parts: 12, partitionPartsMax: 7, rows: 1000, bytesOnDisk: 4096 }],
    ['tombstones', { parts: 2, partitionPartsMax: 2, rows: 3, bytesOnDisk: 100 }],
    ['somebody_elses', { parts: 1, partitionPartsMax: 1, rows: 1, bytesOnDisk: 1 }],
  ]),
  merges: 1,
  longestMergeSeconds: 2.5,
  pendingMutations: 0,
  uptimeSeconds: 60,
  diskFreeBytes: 250,
  diskSizeBytes: 1000,
  readonlyReplicas: 0,
  replicationDelaySeconds: 0,
  isComplete: true,
};

function world() {
  const registry = new Registry();
  const clock = new FakeClock();
  const store = { isInCharge: true, isUnavailable: false, reads: 0, reading: aReading };
  registerStoreMetrics(registry, {
    clock,
    isInCharge: () => store.isInCharge,
    state: {
      read: () => {
        store.reads++;
        return store.isUnavailable
          ? Promise.reject(new Error('unavailable'))
          : Promise.resolve(store.reading);
      },
    },
  });
  const scrape = async () =>
    (await registry.metrics())
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.replace('spanhouse_clickhouse_', ''));
  return { clock, store, scrape };
}

describe('registerStoreMetrics', () => {
  it('shows only the tables of Spanhouse, even if a shard has other names for them', async () => {
    const lines = await world().scrape();

    expect(lines).toEqual(
      expect.arrayContaining([
        'state_up 1',
        'parts{table="spans"} 12',
        'partition_parts_max{table="spans"} 7',
        'parts{table="tombstones"} 2',
        'parts{table="dead_letters"} 0',
        'merge_duration_seconds_max 2.5',
        'disk_free_bytes 250',
      ]),
    );
    expect(lines.join()).not.toContain('somebody_elses');
  });

  it('reads ClickHouse every ten seconds at most under frequent scrapes', async () => {
    const { clock, store, scrape } = world();

    await Promise.all([scrape(), scrape()]);
    await clock.advance(9999);
    await scrape();
    expect(store.reads).toBe(1);

    await clock.advance(1);
    await scrape();
    expect(store.reads).toBe(2);
  });

  it('removes old values if ClickHouse does not answer', async () => {
    const { clock, store, scrape } = world();
    await scrape();

    store.isUnavailable = true;
    await clock.advance(10_000);

    expect(await scrape()).toEqual(['state_up 0']);
  });

  it('shows nothing and reads nothing while another consumer reports', async () => {
    const { store, scrape } = world();
    store.isInCharge = false;

    expect(await scrape()).toEqual([]);
    expect(store.reads).toBe(0);
  });

  it('shows no size for a disk that reports none', async () => {
    const { store, scrape } = world();
    store.reading = { ...aReading, diskFreeBytes: 0, diskSizeBytes: 0 };

    expect((await scrape()).join()).not.toMatch(/disk_(?:free|size)/);
  });
});
