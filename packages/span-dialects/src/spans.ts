export type { DialectSpan } from './spans/dialect-span.js';
export {
  type FlatAttribute,
  flattenAttributes,
  flattenLinkAttributes,
  flattenSpanAttributes,
  type LeafValue,
} from './spans/flat-attributes.js';
export { noService, serviceNamed, serviceOf } from './spans/service-of.js';
export { shortTraceId } from './spans/short-trace-id.js';
export { textOfValue } from './spans/text-of-value.js';
export { structureOf, type TraceStructure } from './spans/trace-structure.js';
