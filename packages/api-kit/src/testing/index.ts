export { createTestHttpApp } from './test-http-app.js';
