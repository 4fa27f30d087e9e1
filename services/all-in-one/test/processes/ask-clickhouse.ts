import { join } from 'node:path';
import { readAccess } from '@spanhouse/embedded-clickhouse';
import { ask } from '@spanhouse/embedded-clickhouse/testing';
import type { RunningSpanhouse } from './running-spanhouse.js';

/** Runs a statement directly in the embedded ClickHouse, as the owner of the data directory. Returns the result. */
export function askClickHouse({ dataDir }: RunningSpanhouse, statement: string): Promise<string> {
  return ask(readAccess(join(dataDir, 'clickhouse')), statement);
}
