export {
  type ApplyMigrationsDependencies,
  applyMigrations,
  type MigrationResult,
} from './apply-migrations.js';
export { nextLogGeneration } from './log-generation.js';
