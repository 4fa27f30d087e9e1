// Replaces the address of a worker's script in tests; see packages/web-ui/src/testing/fake-worker.ts.
module.exports = { __esModule: true, default: '/worker.js' };
