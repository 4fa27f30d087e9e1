/** Evaluates checked filters outside the store. Has no dependency on zod. */
export { compileFilter } from './filter/matching/compile-filter.js';
export type { FilterableSpan } from './filter/matching/filterable-span.js';
