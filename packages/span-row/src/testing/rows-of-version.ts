import { columnsOfVersion, ROW_SCHEMA_VERSION } from '../columns/row-schema-version.js';
import { skipValue } from '../decode/column-values.js';
import { RowReader } from '../decode/row-reader.js';

/** Returns rows as a writer of an earlier version wrote them, without the later columns. */
export function rowsOfVersion(rows: Uint8Array, version: number): Uint8Array {
  const kept = new Set(columnsOfVersion(version).map(({ name }) => name));
  const reader = new RowReader(rows);
  const pieces: Uint8Array[] = [];
  while (!reader.isAtEnd) {
    for (const { name, type } of columnsOfVersion(ROW_SCHEMA_VERSION)) {
      const start = reader.position;
      skipValue(reader, type);
      if (kept.has(name)) {
        pieces.push(rows.subarray(start, reader.position));
      }
    }
  }
  return Buffer.concat(pieces);
}
