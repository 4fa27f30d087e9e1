import type { Column, ColumnType } from './column.js';

/** The columns that one walk over the attributes of a span writes: see encode/attributes-encoder.ts. */
export const attributeColumns = [
  // All attributes except `ag.type` and `ag.metrics`; see decode/stored-texts.ts.
  { name: 'attributes', type: 'String', isRead: true },
  // Scalar leaves by their dotted path. Long texts are cut, and long lists are left out (docs/adr/065).
  { name: 'string_attributes', type: 'Map(LowCardinality(String), String)' },
  { name: 'number_attributes', type: 'Map(LowCardinality(String), Float64)' },
  { name: 'bool_attributes', type: 'Map(LowCardinality(String), Bool)' },
] as const satisfies readonly Column<ColumnType>[];
