export { nextLogGeneration } from './operations/log-positions.js';
export { applyMigrations } from './upgrade/apply-migrations.js';
export type { CarryOverProgress } from './upgrade/carry-over.js';
