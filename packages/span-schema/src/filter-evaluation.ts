/** Evaluates checked filters outside the store. Does not depend on zod. */
export { compileFilter } from './filter/matching/compile-filter.js';
export type { FilterableSpan } from './filter/matching/filterable-span.js';
