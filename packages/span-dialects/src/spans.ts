export type { DialectSpan } from './spans/dialect-span.js';
export {
  type FlatAttribute,
  flattenAttributes,
  flattenSpanAttributes,
  type LeafValue,
} from './spans/flat-attributes.js';
export { shortTraceId, textOfValue } from './spans/format-values.js';
export { noService, serviceNamed, serviceOf } from './spans/service-of.js';
export { structureOf, type TraceStructure } from './spans/trace-structure.js';
