/** Checks a filter in a browser as the service does, without zod. */
export { checkFiltering } from './filter/check-filter.js';
export { parseFiltering } from './filter/structure.js';
