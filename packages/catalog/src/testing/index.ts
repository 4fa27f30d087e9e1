export { anyPrincipal } from './any-principal.js';
export { anyProject, FakeCatalog } from './fake-catalog.js';
export { issueKey } from './issue-key.js';
export { createMemorySavedQueries } from './memory-saved-queries.js';
export { createPostgresDatabase, executeOnPostgres } from './postgres-database.js';
export { createTestAuthenticator } from './test-authenticator.js';
