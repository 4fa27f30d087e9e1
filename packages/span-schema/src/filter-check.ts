/** Checks filters like the service does. Has no dependency on zod, so that a browser can load it. */
export { checkFiltering } from './filter/check-filter.js';
export { parseFiltering } from './filter/structure.js';
