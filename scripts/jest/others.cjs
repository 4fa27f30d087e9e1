// `jest --filter ./scripts/jest/others.cjs` runs the suites that `npm test` omits; see guards.cjs.
const { isOther } = require('./guards.cjs');

module.exports = (paths) => ({ filtered: paths.filter(isOther) });
