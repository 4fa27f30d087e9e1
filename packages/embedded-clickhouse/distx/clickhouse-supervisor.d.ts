import { AppError, type Backoff, type Clock, type Logger } from '@spanhouse/service-runtime';
import type { ClickHouseProcess } from './clickhouse-process.js';
export interface SupervisorDependencies {
    readonly spawn: () => ClickHouseProcess;
    /** True once the server answers. */
    readonly probe: (signal: AbortSignal) => Promise<boolean>;
    readonly backoff: Backoff;
    readonly clock: Clock;
    readonly logger: Logger;
}
/** Keeps one ClickHouse process running from `start` until `close`. */
export declare class ClickHouseSupervisor {
    #private;
    constructor(deps: SupervisorDependencies);
    get pid(): number | undefined;
    /**
     * Resolves when the server answers for the first time. From then on it is started again whenever
     * it dies; when that fails for too long, `onGivenUp` is told once.
     */
    start(onGivenUp: (error: AppError) => void): Promise<void>;
    /** Lets the server end by itself, kills it when it does not. Resolves when no process is left. */
    close(): Promise<void>;
}
//# sourceMappingURL=clickhouse-supervisor.d.ts.map