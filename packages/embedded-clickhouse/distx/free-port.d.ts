export declare function findFreePort(host: string): Promise<number>;
//# sourceMappingURL=free-port.d.ts.map