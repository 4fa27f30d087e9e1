export {
  type ComparedLedgers,
  compareLedgers,
  type LedgerDifference,
  toPositions,
} from './moving/compare-ledgers.js';
export {
  type CopyProgress,
  type CopyStoreOptions,
  copyStore,
  noProgress,
  requireEmptyStore,
} from './moving/copy-store.js';
