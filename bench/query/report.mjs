import { markdownTable } from '../markdown-table.mjs';

const MIB = 1024 * 1024;

function ms(value) {
  return value.toFixed(1);
}

function count(value) {
  return Math.round(value).toLocaleString('en-US');
}

function mark(holds) {
  return holds ? '' : ' **✗**';
}

function keepsRows({ read, mostRows }) {
  return read.maxRows === undefined || mostRows <= read.maxRows;
}

export function keepsBounds(result) {
  return result.refused === undefined && keepsRows(result);
}

export function readsTable(results) {
  return markdownTable(
    ['read', 'p50 / p95 ms', 'aim ms', 'rows read, p50 / most', 'bound', 'MiB read', 'kB answered'],
    results.map((result) => {
      const { read } = result;
      if (result.refused !== undefined) {
        return [read.name, `answers ${result.refused}`, ...new Array(5).fill('')];
      }
      return [
        read.name,
        `${ms(result.p50)} / ${ms(result.p95)}`,
        read.aimMs ?? '',
        `${count(result.rows)} / ${count(result.mostRows)}${mark(keepsRows(result))}`,
        read.maxRows === undefined ? '' : count(read.maxRows),
        (result.bytesRead / MIB).toFixed(1),
        (result.answerBytes / 1000).toFixed(1),
      ];
    }),
  );
}

/**
 * Resolves with the disk usage in bytes of each table, and of each column and index of the spans table, largest first.
 */
export async function diskBytes({ rows }) {
  return {
    tables: await rows(
      'SELECT table AS name, sum(bytes_on_disk) AS bytes, count() AS parts FROM system.parts WHERE active AND database = currentDatabase() GROUP BY table ORDER BY bytes DESC',
    ),
    columns: await rows(
      "SELECT column AS name, sum(column_data_compressed_bytes) AS bytes, sum(column_data_uncompressed_bytes) AS raw FROM system.parts_columns WHERE active AND database = currentDatabase() AND table = 'spans' GROUP BY column ORDER BY bytes DESC",
    ),
    indexes: await rows(
      "SELECT name, data_compressed_bytes AS bytes FROM system.data_skipping_indices WHERE database = currentDatabase() AND table = 'spans' AND bytes > 0 ORDER BY bytes DESC",
    ),
  };
}

/**
 * Returns tables with the bytes per span: one for the tables of the store, one for the largest columns of the spans
 * table, and one for its indexes.
 */
export async function diskTables(store, spans) {
  const perSpan = (bytes) => (Number(bytes) / spans).toFixed(1);
  const { tables, columns, indexes } = await diskBytes(store);
  const above = (rows, least) => rows.filter(({ bytes }) => Number(bytes) >= least);
  return [
    markdownTable(
      ['table', 'parts', 'bytes a span on disk'],
      above(tables, spans / 100).map(({ name, parts, bytes }) => [name, parts, perSpan(bytes)]),
    ),
    markdownTable(
      ['column or index of spans', 'bytes a span', 'uncompressed'],
      [
        ...above(columns, spans / 10).map(({ name, bytes, raw }) => [
          name,
          perSpan(bytes),
          perSpan(raw),
        ]),
        ...indexes.map(({ name, bytes }) => [`${name} (index)`, perSpan(bytes), '']),
      ],
    ),
  ].join('\n\n');
}
