export type { Column, ColumnType, RowContext } from './columns/column.js';
export {
  packedColumns,
  packedTexts,
  presentBits,
  type StoredSpanColumn,
  storedColumns,
  storedSpanColumns,
  traceSums,
} from './columns/column-table.js';
export {
  columnsOfVersion,
  isKnownRowVersion,
  ROW_SCHEMA_VERSION,
} from './columns/row-schema-version.js';
export { insertColumns } from './columns/store-columns.js';
export { type DecodedRow, decodeColumns } from './decode/decode-columns.js';
export {
  decodeFirstStoredSpans,
  decodeSpanRows,
  decodeStoredSpans,
  splitRows,
} from './decode/decode-stored-spans.js';
export { RowDecodeError } from './decode/row-reader.js';
export type { StoredSpan } from './decode/stored-span.js';
export { agEnd, hasOnlyDuration, openAg } from './decode/stored-texts.js';
export { boolPairHash, numberPairHash, pathHash, textPairHash } from './encode/pair-hash.js';
export { SpanRowEncoder } from './encode/span-row-encoder.js';
export { generationOf, LOG_OFFSET_BITS, partitionOffsetOf, toLogOffset } from './log-offset.js';
