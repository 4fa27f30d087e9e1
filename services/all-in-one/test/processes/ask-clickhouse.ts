import { join } from 'node:path';
import { readAccess } from '@spanhouse/embedded-clickhouse';
import { ask } from '@spanhouse/embedded-clickhouse/testing';
import type { RunningSpanhouse } from './running-spanhouse.js';

/** Runs a statement as the owner directly in the embedded ClickHouse, without the services, and returns the result. */
export function askClickHouse({ dataDir }: RunningSpanhouse, statement: string): Promise<string> {
  return ask(readAccess(join(dataDir, 'clickhouse')), statement);
}
