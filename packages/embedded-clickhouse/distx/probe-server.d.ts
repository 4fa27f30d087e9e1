/** True when the server at `url` answers queries and is the one we started. */
export declare function probeServer(url: string, instanceId: string, signal: AbortSignal): Promise<boolean>;
//# sourceMappingURL=probe-server.d.ts.map