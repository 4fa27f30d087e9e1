export { anyRowContext, aRowContext } from './any-row-context.js';
export { createTableStatement } from './create-table-statement.js';
export { encodeEarlierRow } from './earlier-row.js';
export { expectedStoredSpan } from './expected-stored-span.js';
