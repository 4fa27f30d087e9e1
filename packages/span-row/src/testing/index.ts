export { anyRowContext, aRowContext } from './any-row-context.js';
export { createTableStatement } from './create-table-statement.js';
export { expectedStoredSpan } from './expected-stored-span.js';
export { rowsOfVersion } from './rows-of-version.js';
