export interface ClickHouseProcess {
    readonly pid: number | undefined;
    /** Resolves, never rejects, with how it ended. */
    readonly exited: Promise<ProcessEnd>;
    /** Asks it to finish. */
    end(): void;
    kill(): void;
}
export interface ProcessEnd {
    readonly exitCode: number | null;
    readonly signal: NodeJS.Signals | null;
    /** The last it printed: ClickHouse says here why it cannot start, and exits with 0. */
    readonly output: string;
}
export declare function spawnClickHouse(libraryPath: string, configPath: string): ClickHouseProcess;
//# sourceMappingURL=clickhouse-process.d.ts.map