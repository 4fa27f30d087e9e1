import { selectKeys } from '../lists/key-walk.js';
import type { SpanSelection } from '../trace-reader.js';
import type { TestDatabase } from './test-database.js';

/**
 * Returns the lines of ClickHouse's plan for the first rows of a walk. The plan shows which indexes are used and how
 * many granules are read.
 */
export async function explainWalk(
  database: TestDatabase,
  selection: SpanSelection,
): Promise<readonly string[]> {
  const step = { after: undefined, limit: selection.limit, deleted: [] };
  const { query, query_params } = selectKeys(selection, step);
  const rows = await database.select<{ readonly explain: string }>(
    `EXPLAIN indexes = 1, distributed = 1 ${query.replace(/ FORMAT \w+$/, '')}`,
    query_params,
  );
  return rows.map(({ explain }) => explain.trim());
}
