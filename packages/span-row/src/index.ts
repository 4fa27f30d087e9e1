export type { ColumnValues } from './column-values.js';
export { type DecodedRow, decodeColumns } from './decode-columns.js';
export {
  decodeFirstStoredSpans,
  decodeSpanRows,
  decodeStoredSpans,
  splitRows,
} from './decode-span-row.js';
export { SpanRowEncoder } from './encode-span-row.js';
export { MIN_CUT_TEXT_LENGTH, toMapText } from './map-text.js';
export { PRESENT } from './present.js';
export type { RowContext } from './row-context.js';
export { RowDecodeError } from './row-decode-error.js';
export {
  type ColumnDefinition,
  columnsOfVersion,
  type SpanColumnName,
} from './row-layout.js';
export { ROW_SCHEMA_VERSION, UnknownRowVersionError } from './row-schema-version.js';
export type { ColumnType } from './span-columns.js';
export {
  RARELY_SET_COLUMNS,
  STORED_SPAN_COLUMNS,
  type StoredSpan,
  type StoredSpanColumn,
  unsetValues,
} from './stored-span.js';
