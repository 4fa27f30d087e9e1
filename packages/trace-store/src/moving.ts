export {
  type ComparedLedgers,
  compareLedgers,
  type LedgerDifference,
  toPositions,
} from './moving/compare-ledgers.js';
export { type CopyProgress, noProgress } from './moving/copy-progress.js';
export { type CopyStoreOptions, copyStore, requireEmptyStore } from './moving/copy-store.js';
