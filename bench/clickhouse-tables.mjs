import { text } from 'node:stream/consumers';
import { sendStatement } from '../packages/embedded-clickhouse/dist/index.js';

const database = 'spanhouse';

export async function clickhouseRows(access, query) {
  const answer = await sendStatement(access, { sql: `${query} FORMAT JSONEachRow` });
  return (await text(answer))
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** Merges the tables, and resolves with their bytes on disk, the largest first. */
export async function mergedTables(access) {
  for (const table of ['spans', 'trace_index']) {
    const answer = await sendStatement(access, {
      sql: `OPTIMIZE TABLE ${database}.${table} FINAL`,
    });
    await text(answer);
  }
  return clickhouseRows(
    access,
    `SELECT table, sum(bytes_on_disk) AS bytes, sum(rows) AS rows FROM system.parts WHERE active AND database = '${database}' GROUP BY table ORDER BY bytes DESC`,
  );
}
