export interface DataDirLock {
    release(): void;
}
/**
 * Makes this process the owner of a data directory. Throws DATA_DIR_IN_USE while another process
 * that is alive owns it; the lock of a dead one is taken over. ClickHouse has a kernel lock on the
 * directory besides, so that two that start at the same instant cannot both serve it.
 */
export declare function lockDataDir(dataDir: string): DataDirLock;
//# sourceMappingURL=data-dir-lock.d.ts.map