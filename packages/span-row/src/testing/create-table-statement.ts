import { columnsOfVersion } from '../row-layout.js';
import { ROW_SCHEMA_VERSION } from '../row-schema-version.js';

/** A plain table of the row's columns, for tests that look at bytes and not at the store's schema. */
export function createTableStatement(table: string): string {
  const columns = columnsOfVersion(ROW_SCHEMA_VERSION)
    .map(({ name, type }) => `  \`${name}\` ${type}`)
    .join(',\n');
  return `CREATE TABLE ${table}\n(\n${columns}\n)\nENGINE = MergeTree ORDER BY (project_id, start_time, trace_id, span_id)`;
}
