import { AppError } from '@spanhouse/service-runtime';
import type { ClickHouseClient } from '../connection/clickhouse-client.js';
import { select } from './carry-over.js';
import { selectFreeBytes, selectPartitions } from './carry-over-statements.js';

/** Merges of the copied rows need additional room. */
const SPARE_SHARE = 0.1;
/** Bytes that the copy leaves free on a disk. */
const SPARE_BYTES = 256 * 1024 * 1024;

/**
 * Rejects with DISK_TOO_SMALL unless the disks of the former table have room for a copy of it. Rows of an interrupted
 * copy are deducted.
 */
export async function requireRoom(
  client: ClickHouseClient,
  {
    database,
    spareBytes = SPARE_BYTES,
  }: { readonly database: string; readonly spareBytes?: number | undefined },
): Promise<void> {
  const bytesOf = async (table: string) => {
    const rows = await select<{ bytes: string }>(client, selectPartitions(database, table));
    return rows.reduce((sum, { bytes }) => sum + Number(bytes), 0);
  };
  const former = await bytesOf('spans');
  if (former === 0) {
    return;
  }
  const left = Math.max(0, former - (await bytesOf('spans_next')));
  const needed = Math.ceil(left + Math.max(spareBytes, former * SPARE_SHARE));
  const [disk] = await select<{ disks: number; free: string }>(client, selectFreeBytes(database));
  const free = Number(disk?.free ?? 0);
  if (Number(disk?.disks ?? 0) > 0 && free < needed) {
    const message = `the rows of ${database}.spans are copied to a new layout, which needs ${needed} free bytes, but the disk of ClickHouse has ${free}. Nothing was changed. Make room and start again`;
    throw new AppError('DISK_TOO_SMALL', message);
  }
}
