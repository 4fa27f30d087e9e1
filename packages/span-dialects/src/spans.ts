export type { DialectSpan } from './spans/dialect-span.js';
export {
  type FlatAttribute,
  flattenAttributes,
  flattenSpanAttributes,
  type LeafValue,
} from './spans/flat-attributes.js';
export { shortTraceId, textOfValue } from './spans/format-values.js';
export { serviceNamed } from './spans/service-of.js';
export { structureOf } from './spans/trace-structure.js';
