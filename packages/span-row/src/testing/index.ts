export { createTableStatement } from './create-table-statement.js';
