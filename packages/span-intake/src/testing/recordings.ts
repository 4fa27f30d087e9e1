export { toBill } from './matrix/bill.js';
export { gaps } from './matrix/library-gaps.js';
export { bodyOf, recordedCells, type Scenario, spansOf } from './matrix/recorded-cells.js';
