import { type Logger } from '@spanhouse/service-runtime';
export interface EmbeddedClickHouseOptions {
    /** Created when it is not there; belongs to this server alone. */
    readonly dataDir: string;
    readonly logger: Logger;
    /** Bound of the server's own memory. Default: a quarter of the machine, between 1 and 3 GiB. */
    readonly maxMemoryBytes?: number;
}
/**
 * A ClickHouse server on loopback, as a child process of this one.
 *
 * - Answers queries at `url` from the moment `startEmbeddedClickHouse` resolves.
 * - When it dies it comes back at the same `url` with the data it had stored; queries in between
 *   fail like those to any server that is away, and callers retry them.
 * - It ends when this process ends, however that happens.
 */
export interface EmbeddedClickHouse {
    /** `http://127.0.0.1:port`, user `default`, no password. */
    readonly url: string;
    /** Of the server that runs now. */
    pid(): number | undefined;
    /** Rejects with an AppError when the server cannot be kept running; never resolves. */
    readonly failed: Promise<never>;
    /** Ends the server and gives up the data directory. MAY be called more than once. */
    close(): Promise<void>;
}
/**
 * Rejects with an AppError: EMBEDDED_CLICKHOUSE_UNSUPPORTED (no package for this platform),
 * DIRECTORY_IN_USE, DIRECTORY_UNUSABLE, EMBEDDED_CLICKHOUSE_FAILED (the server does not start).
 */
export declare function startEmbeddedClickHouse(options: EmbeddedClickHouseOptions): Promise<EmbeddedClickHouse>;
//# sourceMappingURL=start-embedded-clickhouse.d.ts.map