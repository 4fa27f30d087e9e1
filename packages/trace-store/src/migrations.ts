export { nextLogGeneration } from './operations/log-positions.js';
export {
  type ApplyMigrationsDependencies,
  applyMigrations,
  type MigrationResult,
} from './upgrade/apply-migrations.js';
export type { CarryOverProgress } from './upgrade/carry-over.js';
