import type { ClickHouseAccess } from '../../../packages/embedded-clickhouse/src/index.js';
import { ask } from '../../../packages/embedded-clickhouse/src/testing/index.js';
import type { Store } from './system.js';

export interface ClickHouseStoreOptions {
  /**
   * Returns the address and the credentials. It is called for each statement, because the embedded server gets a new
   * password at each start.
   */
  readonly access: () => ClickHouseAccess;
  /** The spans table of this server, including the database. */
  readonly table: string;
}

const countRows =
  'SELECT lower(hex(trace_id)) || lower(hex(span_id)), count() FROM {spans} GROUP BY 1 FORMAT JSONCompactEachRow';

export function createClickHouseStore({ access, table }: ClickHouseStoreOptions): Store {
  const run = (statement: string) => ask(access(), statement.replaceAll('{spans}', table));
  return {
    run,
    async rowCounts() {
      const lines = (await run(countRows)).split('\n').filter((line) => line !== '');
      const counts = lines.map((line): [string, number | string] => JSON.parse(line));
      return new Map(counts.map(([key, count]) => [key, Number(count)]));
    },
  };
}
