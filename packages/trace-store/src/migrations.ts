export {
  type ApplyMigrationsDependencies,
  applyMigrations,
  type MigrationResult,
} from './apply-migrations.js';
