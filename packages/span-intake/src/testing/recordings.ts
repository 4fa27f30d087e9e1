export { billOf } from './matrix/bill.js';
export { gaps } from './matrix/known-gaps.js';
export { bodyOf, recordedCells, type Scenario, spansOf } from './matrix/recorded-cells.js';
