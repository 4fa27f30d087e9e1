// Gives every test and hook the time limit of its project, because Jest ignores `testTimeout` inside a project. Under a
// debugger, no test times out.
const { url } = require('node:inspector');

const HOUR_MS = 3_600_000;
jest.setTimeout(url() === undefined ? TIME_LIMIT_MS : HOUR_MS);
