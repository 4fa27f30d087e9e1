export { anyPrincipal } from './any-principal.js';
export { anyProject, FakeCatalog } from './fake-catalog.js';
export { createTestAuthenticator } from './test-authenticator.js';
