export { anyProject, FakeCatalog } from './fake-catalog.js';
