export {
  type ApplyMigrationsDependencies,
  applyMigrations,
  type MigrationResult,
} from './schema/apply-migrations.js';
export { nextLogGeneration } from './schema/log-generation.js';
