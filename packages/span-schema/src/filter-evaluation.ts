/** Evaluates checked filters outside the store; it has no zod. */
export { compileFilter } from './filter/matching/compile-filter.js';
export type { FilterableSpan } from './filter/matching/filterable-span.js';
