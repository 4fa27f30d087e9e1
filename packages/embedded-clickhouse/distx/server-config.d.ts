export interface ServerConfig {
    readonly dataDir: string;
    readonly httpPort: number;
    /** Comes back in a header of every answer: tells this server from another one on the same port. */
    readonly instanceId: string;
    readonly maxMemoryBytes: number;
}
/** A quarter of the machine, but neither too little for merges nor more than a laptop can spare. */
export declare function defaultMaxMemoryBytes(machineBytes?: number): number;
/** The configuration file of the child: a ClickHouse server for one machine and one user. */
export declare function toConfigXml(config: ServerConfig): string;
//# sourceMappingURL=server-config.d.ts.map