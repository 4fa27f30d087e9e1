import { columnsOfVersion, ROW_SCHEMA_VERSION } from '../columns/row-schema-version.js';

/** Returns a statement that creates a plain table with the row's columns, for tests without the store's schema. */
export function createTableStatement(table: string): string {
  const columns = columnsOfVersion(ROW_SCHEMA_VERSION)
    .map(({ name, type }) => `  \`${name}\` ${type}`)
    .join(',\n');
  return `CREATE TABLE ${table}\n(\n${columns}\n)\nENGINE = MergeTree ORDER BY (project_id, start_time, trace_id, span_id)`;
}
