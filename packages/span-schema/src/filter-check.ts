/** What a browser needs to check a filter as the service does; it has no zod. */
export { checkFiltering } from './filter/check-filter.js';
export { parseFiltering } from './filter/structure.js';
