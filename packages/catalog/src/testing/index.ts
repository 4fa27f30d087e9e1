export { anyPrincipal } from './any-principal.js';
export { anyProject, FakeCatalog } from './fake-catalog.js';
