/** Checks filters in the same way as the service. Does not depend on zod, so that browsers can load it. */
export { checkFiltering } from './filter/check-filter.js';
export { parseFiltering } from './filter/structure.js';
