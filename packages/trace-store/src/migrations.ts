export {
  type ApplyMigrationsDependencies,
  applyMigrations,
  type MigrationResult,
} from './schema/apply-migrations.js';
export type { CarryOverProgress } from './schema/carry-over.js';
export { nextLogGeneration } from './schema/log-generation.js';
